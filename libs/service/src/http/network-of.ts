const mappedIPv4 = /^::ffff:(?=\d+\.)/i;
/** Some proxies write the caller's port behind its address. */
const portOfIPv4 = /(?<=^[\d.]{7,15}):\d+$/;

/** The part of an address that one household or office has: all of IPv4, and the first half of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(mappedIPv4, '').replace(portOfIPv4, '');
  // URL.parse gives the canonical form.
  const written = URL.parse(`http://[${plain}]`)?.hostname.slice(1, -1);
  if (written === undefined) return plain;
  const [front = '', back] = written.split('::');
  const [before, after] = [groupsOf(front), groupsOf(back)];
  const missing = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...missing, ...after].slice(0, 4).join(':');
}

function groupsOf(part = ''): string[] {
  return part.split(':').filter((group) => group !== '');
}
