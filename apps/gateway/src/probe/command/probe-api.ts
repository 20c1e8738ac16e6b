import type { ProbeSettings } from './probe.settings.js';

/** An answer that is not 2xx. */
export class Refusal extends Error {
  constructor(
    what: string,
    readonly status: number,
    text: string,
  ) {
    super(`${what}: ${status} ${text.slice(0, 500)}`);
  }
}

/** Calls the public API as the client of the settings. An answer that is not 2xx is an error. */
export class ProbeApi {
  private token: string | undefined;

  constructor(private readonly settings: ProbeSettings) {}

  async signIn(signal: AbortSignal): Promise<void> {
    const { PROBE_CLIENT_ID: id, PROBE_CLIENT_SECRET: secret } = this.settings;
    const credentials = [id, secret].map(encodeURIComponent).join(':');
    const headers = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const answer = await this.ask<{ access_token: string }>('/oauth2/token', { method: 'POST', headers, body, signal });
    this.token = answer.access_token;
  }

  get<T>(path: string, signal: AbortSignal): Promise<T> {
    return this.send<T>('GET', path, signal);
  }

  post<T>(path: string, signal: AbortSignal, body?: object): Promise<T> {
    return this.send<T>('POST', path, signal, body);
  }

  put<T>(path: string, signal: AbortSignal, body: object): Promise<T> {
    return this.send<T>('PUT', path, signal, body);
  }

  private send<T>(method: string, path: string, signal: AbortSignal, body?: object): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.token ?? ''}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    return this.ask<T>(path, {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  private async ask<T>(path: string, request: RequestInit): Promise<T> {
    const what = `${request.method ?? 'GET'} ${path}`;
    const answer = await fetch(`${this.settings.PROBE_URL}${path}`, request).catch((error: unknown) => {
      throw request.signal?.aborted ? error : new Error(`${what}: ${reasonOf(error)}`, { cause: error });
    });
    const text = await answer.text();
    if (!answer.ok) throw new Refusal(what, answer.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}

/** `fetch` itself only says that it failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.message !== '' ? cause.message : String(error);
}
