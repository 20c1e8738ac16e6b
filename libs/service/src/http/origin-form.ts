/**
 * The target of a request without scheme and host: `/a` for `GET http://evil.example/a HTTP/1.1`. HTTP lets a caller send
 * the whole address (RFC 9112, section 3.2.2), and libraries build addresses from it.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [absolute = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target) ?? [];
  if (absolute === '') return target;
  const path = target.slice(absolute.length);
  return path.startsWith('/') ? path : `/${path}`;
}
