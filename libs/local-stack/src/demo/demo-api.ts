import type { Credentials, User } from '../kept-settings.ts';

/** Calls the gateway with the token of a client or of a user. An answer that is not 2xx is an error. */
export class DemoApi {
  private readonly gateway: string;
  private readonly token: string;

  private constructor(gateway: string, token: string) {
    this.gateway = gateway;
    this.token = token;
  }

  static asClient(gateway: string, client: Credentials): Promise<DemoApi> {
    return DemoApi.with(gateway, client, { grant_type: 'client_credentials' });
  }

  static asUser(gateway: string, client: Credentials, { username, password }: User, scope: string): Promise<DemoApi> {
    return DemoApi.with(gateway, client, { grant_type: 'password', username, password, scope });
  }

  private static async with(gateway: string, { id, secret }: Credentials, form: Record<string, string>) {
    const answer = await fetch(`${gateway}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams(form),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`no token by ${form['grant_type'] ?? ''}: ${answer.status} ${text}`);
    return new DemoApi(gateway, (JSON.parse(text) as { access_token: string }).access_token);
  }

  get<T>(path: string): Promise<T> {
    return this.send<T>('GET', path);
  }

  post<T>(path: string, body?: object): Promise<T> {
    return this.send<T>('POST', path, body);
  }

  put<T>(path: string, body: object): Promise<T> {
    return this.send<T>('PUT', path, body);
  }

  /** Sends the request. An answer with `status` means that it was done before. */
  async unless(status: number, path: string, body: object): Promise<void> {
    const answer = await this.fetch('POST', path, body);
    const text = await answer.text();
    if (!answer.ok && answer.status !== status) throw new Error(`POST ${path}: ${answer.status} ${text}`);
  }

  async isThere(path: string): Promise<boolean> {
    const answer = await this.fetch('GET', path);
    const text = await answer.text();
    if (!answer.ok && answer.status !== 404) throw new Error(`GET ${path}: ${answer.status} ${text}`);
    return answer.ok;
  }

  private async send<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.fetch(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  private fetch(method: string, path: string, body?: object): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(`${this.gateway}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      // Without the demo data the stack starts nevertheless, so it must not wait for an answer that never comes.
      signal: AbortSignal.timeout(15_000),
    });
  }
}
