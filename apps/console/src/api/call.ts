import { caller, headersFor } from './caller.js';
import { Refusal, refusalOf } from './refusal.js';
import { takesKey, withKey } from './request-key.js';
import type { Answer, BodyOf, Method, PathOf } from './routes.js';

export type Query = Record<string, string | number | boolean | undefined>;

interface Options<Body> {
  path?: Record<string, string>;
  query?: Query | undefined;
  body?: Body;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
}

export interface Paged<T> {
  items: T;
  next: string | undefined;
}

/** Asks a route of docs/openapi.json. */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  options: Options<BodyOf<M, P>> = {},
): Promise<Answer<M, P>> {
  const address = addressOf(path, options);
  const ask = async (headers = options.headers): Promise<unknown> =>
    contentOf(await send(method, address, { ...options, headers }));
  if (!takesKey(method, path)) return (await ask()) as Answer<M, P>;
  const keyed = await withKey(address, options.body, (key) => ask({ ...options.headers, 'Idempotency-Key': key }));
  return keyed as Answer<M, P>;
}

/** Asks for a page of a list. `next` is the cursor of the following page. */
export async function callForPage<P extends PathOf<'get'>>(
  path: P,
  options: Options<never> = {},
): Promise<Paged<Answer<'get', P>>> {
  const answer = await send('get', addressOf(path, options), options);
  return { items: (await contentOf(answer)) as Answer<'get', P>, next: nextCursor(answer.headers.get('Link')) };
}

/** The cursor that `Link: <…?cursor=…>; rel="next"` names. */
export function nextCursor(link: string | null): string | undefined {
  const [, url] = /<([^>]*)>;\s*rel="next"/.exec(link ?? '') ?? [];
  return url === undefined ? undefined : (new URL(url, 'http://x').searchParams.get('cursor') ?? undefined);
}

export function addressOf(path: string, { path: names = {}, query = {} }: Options<unknown>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (asked.length === 0) return filled;
  return `${filled}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()}`;
}

async function send(method: string, url: string, options: Options<unknown>): Promise<Response> {
  const headers = headersFor(url);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const request: RequestInit = { method: method.toUpperCase(), headers, credentials: 'same-origin' };
  if (options.signal) request.signal = options.signal;
  if (options.body instanceof FormData) request.body = options.body;
  else if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    request.body = JSON.stringify(options.body);
  }
  const answer = await fetch(url, request).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new Refusal(0, { title: 'No answer', code: 'no-answer' });
  });
  if (answer.ok) return answer;
  if (answer.status === 401) caller.signedOut();
  throw await refusalOf(answer);
}

async function contentOf(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  const text = await answer.text();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
