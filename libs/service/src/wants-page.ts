/** OAuth's endpoints for programs: they speak JSON, whatever an HTTP library says it would like. */
const forPrograms = new Set(['/oauth2/token', '/oauth2/revoke', '/oauth2/introspect']);

/** Whether to answer with a page. Browsers name HTML when they go to an address; programs name JSON, or nothing. */
export function wantsPage(url: string, accept = ''): boolean {
  if (forPrograms.has(url.split('?', 1)[0] ?? '')) return false;
  return /\btext\/html\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);
}
