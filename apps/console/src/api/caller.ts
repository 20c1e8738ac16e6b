/** How requests say on whose behalf they come. The console has a cookie, the portal a token of its link. */
interface Caller {
  token: string | undefined;
  /** The client whose events, segments and webhooks the operator looks at. */
  client: string | undefined;
  locale: string;
  signedOut: () => void;
}

export const caller: Caller = { token: undefined, client: undefined, locale: 'en_GB', signedOut: () => undefined };

/** Rows of clients, and calls about people, in which texts and consents depend on the client. */
const forClients = /^\/api\/\d\/(?!admin\/(clients|operators|audit|health|dead-letters)\b)/;

export function headersFor(path: string): Headers {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': caller.locale.replace('_', '-') });
  if (caller.token !== undefined) {
    headers.set('Authorization', `Bearer ${caller.token}`);
    return headers;
  }
  headers.set('X-Console', '1');
  if (caller.client !== undefined && forClients.test(path)) headers.set('On-Behalf-Of', caller.client);
  return headers;
}
