const mappedIPv4 = /^::ffff:(?=\d+\.)/i;
/** Some proxies write the port of the caller behind its address. */
const portOfIPv4 = /(?<=^[\d.]{7,15}):\d+$/;

/** What one household or office has: an address of IPv4, or the first half of one of IPv6, which they get whole. */
export function networkOf(address: string): string {
  const plain = address.replace(mappedIPv4, '').replace(portOfIPv4, '');
  // The form that all ways of writing it have in common.
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
