import { DeclaredAnswers } from './declared-answers.js';

export interface ApiAnswer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  body: unknown;
}

interface RequestParts {
  /** A form, bytes and a string are sent as they are, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer that docs/openapi.json does not declare is an error. */
export class ApiClient {
  constructor(
    readonly url: string,
    private readonly token?: string,
  ) {}

  /** The token has all scopes of the client, or those of `scope`. */
  async as(client: { id: string; secret: string }, scope?: string): Promise<ApiClient> {
    const answer = await fetch(`${this.url}/oauth2/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }),
    });
    const { access_token } = (await answer.json()) as { access_token?: string };
    if (access_token === undefined) throw new Error(`no token: HTTP ${answer.status}`);
    return this.withToken(access_token);
  }

  withToken(token: string): ApiClient {
    return new ApiClient(this.url, token);
  }

  at(url: string): ApiClient {
    return new ApiClient(url, this.token);
  }

  get bearer(): string {
    return this.token ?? '';
  }

  get(path: string, parts: RequestParts = {}): Promise<ApiAnswer> {
    return this.send('GET', path, parts);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('POST', path, { body, headers });
  }

  put(path: string, body: unknown): Promise<ApiAnswer> {
    return this.send('PUT', path, { body });
  }

  async send(method: string, path: string, { body, headers = {} }: RequestParts = {}): Promise<ApiAnswer> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isReady(body) ? body : JSON.stringify(body) }),
    });
    const bytes = await bytesOf(answer);
    const text = new TextDecoder().decode(bytes);
    const json = answer.headers.get('content-type')?.includes('json') && text !== '';
    const parsed = json ? (JSON.parse(text) as unknown) : undefined;
    const answered = { status: answer.status, headers: Object.fromEntries(answer.headers), body: parsed };
    const fault = DeclaredAnswers.get().faultOf(method, path, answered);
    if (fault !== undefined) throw new Error(`${method} ${path}: ${fault}, by docs/openapi.json`);
    return { status: answer.status, headers: answer.headers, bytes, text, body: parsed };
  }
}

/** A stream has no end, so its caller gets its head only. */
async function bytesOf(answer: Response): Promise<Uint8Array> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream'))
    return new Uint8Array(await answer.arrayBuffer());
  await answer.body?.cancel();
  return new Uint8Array();
}

function isReady(body: unknown): body is string | FormData | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
}
