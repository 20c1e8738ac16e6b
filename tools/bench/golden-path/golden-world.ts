import type { StackFile } from '../../../libs/local-stack/src/stack-file.ts';
import { HttpConnection } from '../http-connection.ts';

/** Makes all its parts through the gateway. */
export class GoldenWorld {
  readonly #stack: StackFile;
  #users: string[];
  /** Connections without a request under way: `fetch` would cost the machine more than what it measures. */
  readonly #idle = new Map<number, HttpConnection[]>();
  #tokens = { client: '', admin: '' };

  private constructor(stack: StackFile, users: string[]) {
    this.#stack = stack;
    this.#users = users;
  }

  static async prepare(stack: StackFile, users: number): Promise<GoldenWorld> {
    const url = stack.base_url;
    const world = new GoldenWorld(stack, []);
    await world.renewTokens();
    for (let i = 0; i < users; i += 1) {
      const made = await world.#call('client', 'POST', `/api/1/oauth2/provider/${stack.provider}/golden-${i}`);
      world.#users.push((made as { user_id: string }).user_id);
    }
    await world.#call('client', 'PUT', '/api/1/terminal/events/golden', {
      $id: `${url}/api/1/terminal/events/golden`,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Golden',
      type: 'object',
      properties: { number: { type: 'integer' } },
    });
    const stackOfPoints = await world.#call('admin', 'POST', '/api/1/admin/stacks', { name: 'Points' });
    const campaign = await world.#call('admin', 'POST', '/api/1/admin/campaigns', {
      name: 'Golden',
      trigger: { event_name: 'golden' },
      condition: 'event.number > 0',
      effects: [{ type: 'transaction', stack_id: (stackOfPoints as { id: string }).id, value: 'event.number' }],
    });
    await world.#call('admin', 'POST', `/api/1/admin/campaigns/${(campaign as { id: string }).id}:start`);
    return world;
  }

  /** Events are about these from now on. */
  use(users: string[]): void {
    this.#users = users;
  }

  get token(): string {
    return this.#tokens.client;
  }

  /** Tokens end after 15 minutes. */
  async renewTokens(): Promise<void> {
    const { base_url, client, admin } = this.#stack;
    this.#tokens = { client: await tokenOf(base_url, client), admin: await tokenOf(base_url, admin) };
  }

  /** A webhook at this address gets what the campaign books, until `forget`. */
  async listen(url: string): Promise<string> {
    const webhook = { events: ['transaction-created'], url };
    return ((await this.#call('client', 'POST', '/api/1/terminal/webhooks', webhook)) as { id: string }).id;
  }

  async forget(webhook: string): Promise<void> {
    await this.#call('client', 'DELETE', `/api/1/terminal/webhooks/${webhook}`);
  }

  /** Row 2, to the product's gateway or to another one at this port. */
  async send(number: number, port = Number(new URL(this.#stack.base_url).port)): Promise<void> {
    const user = this.#users[number % this.#users.length] ?? '';
    const body = JSON.stringify({ number });
    const request =
      `POST /api/1/terminal/${user}/events/golden HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${this.#tokens.client}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const idle = this.#idle.get(port) ?? [];
    this.#idle.set(port, idle);
    const connection = kept(idle) ?? (await HttpConnection.open(port));
    const { status, body: answer } = await connection.ask(request);
    if (connection.usable) idle.push(connection);
    if (status === 503) throw new Refused(`event ${number}: ${answer}`);
    if (status !== 202) throw new Error(`event ${number}: ${status} ${answer}`);
  }

  async #call(as: 'client' | 'admin', method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.#stack.base_url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#tokens[as]}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}

/** The gateway takes no more events for now. */
export class Refused extends Error {}

/** The gateway closes connections that are idle for long. */
function kept(idle: HttpConnection[]): HttpConnection | undefined {
  let connection = idle.pop();
  while (connection && !connection.usable) connection = idle.pop();
  return connection;
}

export async function tokenOf(url: string, { id, secret }: { id: string; secret: string }): Promise<string> {
  const answer = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
