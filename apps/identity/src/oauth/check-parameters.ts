import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { invalidRequest, noForm, OAuthFault } from '../tokens/protocol/oauth-fault.js';

/** Parameters are stored for callers who have not signed in, so they are limited. */
const longestQuery = 8 * 1024;
const longestState = 2 * 1024;
const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

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

/** An empty body of any type is no body. */
export async function refuseOtherBody(request: IncomingMessage): Promise<void> {
  const type = request.headers['content-type'] ?? '';
  if (!formType.test(type) && (await hasBody(request))) throw noForm();
}

/** Waits for the first bytes of a body whose length is not named, and leaves them unread. */
async function hasBody(request: IncomingMessage): Promise<boolean> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length !== undefined || coding === undefined) return Number(length ?? 0) > 0;
  if (request.readableLength === 0) await once(request, 'readable').catch(() => undefined);
  return request.readableLength > 0;
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
