import type { World } from '../world/start-world.ts';

export class WebhookApi {
  readonly #base: string;
  readonly #token: string;

  private constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  static async open(world: World): Promise<WebhookApi> {
    const { base_url, client } = world.stack.describe();
    const answer = await fetch(`${base_url}/oauth2/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await answer.json()) as { access_token?: string };
    if (access_token === undefined) throw new Error(`no token: HTTP ${answer.status}`);
    return new WebhookApi(base_url, access_token);
  }

  async register(url: string): Promise<string> {
    const answer = await this.#call('POST', '', { events: ['transaction-created'], url });
    return ((await answer.json()) as { id: string }).id;
  }

  /** Answers whether the change was made; it is not while the service is away. */
  async setLanes(id: string, lanes: number): Promise<boolean> {
    const made = this.#call('PATCH', `/${id}`, { lanes });
    return made.then(
      () => true,
      () => false,
    );
  }

  async remove(id: string): Promise<void> {
    await this.#call('DELETE', `/${id}`);
  }

  async #call(method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(`${this.#base}/api/1/terminal/webhooks${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} of a webhook: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}
