import { CesError, errorOf } from './ces-error.ts';
import { Items, nextPage } from './items.ts';
import { isWorthRetrying, pauseMs, sleep } from './retry.ts';
import type { TokenSource } from './token-source.ts';

/** Each caller may say this about one call. */
export interface CallOptions {
  /** Ends the call and its retries. */
  signal?: AbortSignal | undefined;
  /** The limit of each attempt. 0 for none. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** The key of a `POST`. Without it each call gets a key of its own, which its retries share. */
  idempotencyKey?: string | undefined;
  /** The language of texts, for example `nl_NL`. */
  locale?: string | undefined;
  headers?: Record<string, string> | undefined;
}

export type Query = Record<string, string | number | boolean | readonly (string | number)[] | undefined>;

export interface Call extends CallOptions {
  query?: Query | undefined;
  /** Sent as JSON, but a form or bytes as they are. */
  body?: unknown;
}

export interface TransportSettings {
  baseUrl: string;
  /** A caller without one calls only what needs no token. */
  tokens?: TokenSource | undefined;
  fetch: typeof fetch;
  timeoutMs: number;
  maxRetries: number;
  locale?: string | undefined;
  onBehalfOf?: string | undefined;
}

export class Transport {
  readonly settings: TransportSettings;

  constructor(settings: TransportSettings) {
    this.settings = settings;
  }

  json<T>(method: string, path: string, call: Call = {}): Promise<T> {
    return this.send(method, path, call, async (answer) => {
      const text = await answer.text();
      return (text === '' ? undefined : JSON.parse(text)) as T;
    });
  }

  /** All pages of a list, which are asked for when they are needed. */
  list<T>(path: string, query: Query = {}, options: CallOptions = {}): Items<T> {
    return new Items(() => this.pages<T>(path, query, options));
  }

  private async *pages<T>(path: string, query: Query, options: CallOptions): AsyncGenerator<T, void> {
    let address: string | undefined = path;
    for (let call: Call = { ...options, query }; address !== undefined; call = options) {
      const page: { items: T[]; next: string | undefined } = await this.send('GET', address, call, async (answer) => ({
        items: (await answer.json()) as T[],
        next: nextPage(answer.headers),
      }));
      yield* page.items;
      // The service may be behind another address than the one that it names.
      address = page.next?.replace(/^https?:\/\/[^/]+(?=\/)/, '');
    }
  }

  /** `read` belongs to the attempt: an answer that is cut off is asked for again. */
  async send<T>(method: string, path: string, call: Call, read: (answer: Response) => Promise<T>): Promise<T> {
    const headers = this.headersOf(method, call);
    const retries = isStream(call.body) ? 0 : (call.maxRetries ?? this.settings.maxRetries);
    let renewed = false;
    let mayBeDone = false;
    for (let attempt = 0; ; attempt += 1) {
      const token = await this.settings.tokens?.get();
      try {
        return await this.attempt(method, path, call, withToken(headers, token), read);
      } catch (error) {
        if (!(error instanceof CesError)) throw error;
        if (error.status === 401 && token !== undefined && !renewed && !isStream(call.body)) {
          this.settings.tokens?.forget(token);
          renewed = true;
          continue;
        }
        // An attempt of before has done it, and its answer got lost. Routes with another answer have no 404 for what is done.
        if (method === 'DELETE' && error.status === 404 && mayBeDone) return read(Response.json({ deleted: true }));
        if (attempt >= retries || !isWorthRetrying(error)) throw error;
        mayBeDone ||= error.status === 0 || error.status >= 500;
        await sleep(pauseMs(attempt, error), call.signal);
      }
    }
  }

  private async attempt<T>(
    method: string,
    path: string,
    call: Call,
    headers: Headers,
    read: (answer: Response) => Promise<T>,
  ): Promise<T> {
    const limit = call.timeoutMs ?? this.settings.timeoutMs;
    const timeout = limit > 0 ? AbortSignal.timeout(limit) : undefined;
    const signals = [timeout, call.signal].filter((each) => each !== undefined);
    const { fetch: send, baseUrl } = this.settings;
    try {
      const answer = await send(`${baseUrl}${path}${queryOf(call.query)}`, {
        method,
        headers,
        signal: AbortSignal.any(signals),
        // No route redirects, and a token must not follow one.
        redirect: 'manual',
        ...bodyOf(call.body),
      });
      if (!answer.ok) throw await errorOf(answer);
      return await read(answer);
    } catch (error) {
      throw explained(error, call.signal, timeout, limit);
    }
  }

  private headersOf(method: string, { body, headers, idempotencyKey, locale = this.settings.locale }: Call): Headers {
    const all = new Headers(headers);
    if (isJson(body)) all.set('content-type', 'application/json');
    if (locale !== undefined) all.set('accept-language', locale.replace('_', '-'));
    if (this.settings.onBehalfOf !== undefined) all.set('on-behalf-of', this.settings.onBehalfOf);
    if (method === 'POST') all.set('idempotency-key', idempotencyKey ?? crypto.randomUUID());
    return all;
  }
}

/** Encodes what it puts into the path. */
export function at(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.map((part, index) => part + encodeURIComponent(values[index] ?? '')).join('');
}

function withToken(headers: Headers, token: string | undefined): Headers {
  if (token === undefined) return headers;
  const all = new Headers(headers);
  all.set('authorization', `Bearer ${token}`);
  return all;
}

function isStream(body: unknown): body is ReadableStream {
  return body instanceof ReadableStream;
}

function isJson(body: unknown): boolean {
  const asIs = [FormData, URLSearchParams, ReadableStream, Uint8Array, Blob];
  return body !== undefined && !asIs.some((kind) => body instanceof kind);
}

function bodyOf(body: unknown): RequestInit {
  if (body === undefined) return {};
  if (isJson(body)) return { body: JSON.stringify(body) };
  // `duplex` is needed for streams, and not in every library's types.
  return { body, ...(isStream(body) ? { duplex: 'half' } : {}) } as RequestInit;
}

function queryOf(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

function explained(error: unknown, signal: AbortSignal | undefined, timeout: AbortSignal | undefined, ms: number) {
  if (error instanceof CesError) return error;
  if (signal?.aborted === true) {
    return new CesError('aborted', 'The caller has aborted the call', { cause: signal.reason });
  }
  if (timeout?.aborted === true)
    return new CesError('timeout', `There was no answer within ${ms} ms`, { cause: error });
  if (error instanceof SyntaxError) return new CesError('answer-malformed', 'The answer is no JSON', { cause: error });
  const words = error instanceof Error ? error.message : String(error);
  return new CesError('network', `The service cannot be reached: ${words}`, { cause: error });
}
