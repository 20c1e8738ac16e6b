const mappedIPv4 = /^::ffff:(?=\d+\.)/i;
/** Some proxies write the caller's port behind its address. */
const portOfIPv4 = /(?<=^[\d.]{7,15}):\d+$/;

/** A household or office has one of these: a whole IPv4 address, or the first half of an IPv6 address. */
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
