import { invalidRequest, OAuthFault } from '../tokens/protocol/oauth-fault.js';

/** Parameters are stored for callers who have not signed in, so they are limited. */
const longestQuery = 8 * 1024;
const longestState = 2 * 1024;

export function refuseLongQuery(query: string): void {
  if (query.length > longestQuery) {
    throw new OAuthFault(413, 'invalid_request', `the parameters may have ${longestQuery} bytes`);
  }
  const state = new URLSearchParams(query).get('state') ?? '';
  if (Buffer.byteLength(state) > longestState) throw invalidRequest(`the state may have ${longestState} bytes`);
}

/** A session keeps the state of a sign-out, and PostgreSQL cannot search a document that holds a NUL. */
export function refuseNul(query: string): void {
  if (new URLSearchParams(query).get('state')?.includes('\0')) throw invalidRequest('the state may hold no NUL');
}

export function refuseRepeated(form: URLSearchParams): void {
  const names = [...form.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalidRequest(`parameter '${repeated}' must not be provided twice`);
}

export function tokenIn(form: URLSearchParams): string {
  const token = form.get('token');
  if (!token) throw invalidRequest("missing required parameter 'token'");
  return token;
}
