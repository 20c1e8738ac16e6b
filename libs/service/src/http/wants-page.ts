/** Endpoints for programs always answer with JSON, because HTTP libraries send any Accept header. */
const forPrograms = new Set(['/oauth2/token', '/oauth2/revoke', '/oauth2/introspect', '/oauth2/device']);

/** Browsers ask for HTML, and programs for JSON or anything. */
export function wantsPage(url: string, accept = ''): boolean {
  if (forPrograms.has(url.split('?', 1)[0] ?? '')) return false;
  return /\btext\/html\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);
}
