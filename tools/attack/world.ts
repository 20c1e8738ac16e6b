import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { APPS } from '../../libs/local-stack/src/apps.ts';
import type { Stack } from '../../libs/local-stack/src/stack.ts';
import type { StackFile } from '../../libs/local-stack/src/stack-file.ts';
import { NameServer } from '../../libs/testing/src/servers/name-server.ts';
import { withPrivateStack } from '../bench/private-stack.ts';
import { demand, send, type Answer, type Sending } from './send.ts';
import { stackSettings } from './settings.ts';

export interface Client {
  id: string;
  secret: string;
}

export interface Person {
  user_id: string;
  username: string;
  password: string;
}

const EVERY_SCOPE =
  'events:define events:write events:read users:read users:write users:delete registration segments webhooks ' +
  'profile cards optins rewards account openid offline_access';

/** Every client of the attack has this redirect address. */
export const CALLBACK = 'https://app.attack.example/callback';

/** Part of every password that the attack chooses; the last group searches for it. */
export const MARK = `planted${randomBytes(8).toString('hex')}`;

export class World {
  readonly stack: Stack;
  readonly file: StackFile;
  readonly port: number;
  /** The short form for CI has fewer requests of each kind. */
  readonly short: boolean;
  readonly dir: string;
  /** The name server gives several addresses of a name one after the other, one for each query for IPv4. */
  readonly names: Map<string, string[]>;
  /** Secrets that must not be found in clear, by kind. */
  readonly planted = new Map<string, string>();
  readonly #signal: AbortSignal;
  #admin: Promise<string> | undefined;

  constructor(stack: Stack, short: boolean, dir: string, names: Map<string, string[]>, signal: AbortSignal) {
    this.stack = stack;
    this.file = stack.describe();
    this.port = Number(new URL(stack.privateUrls.gateway).port);
    this.short = short;
    this.dir = dir;
    this.names = names;
    this.#signal = signal;
  }

  /** Throws when the run is given up, so that no group sends anything afterwards. */
  goOn(): void {
    this.#signal.throwIfAborted();
  }

  count(many: number, few: number): number {
    return this.short ? few : many;
  }

  async send(sending: Sending): Promise<Answer> {
    this.goOn();
    return send(this.port, sending);
  }

  async asAdmin(sending: Sending): Promise<Answer> {
    this.#admin ??= this.clientToken(this.file.admin);
    return this.send({ ...sending, token: await this.#admin });
  }

  oauth(client: Client, form: Record<string, string>, path = 'token'): Promise<Answer> {
    const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
    return this.send({
      method: 'POST',
      path: `/oauth2/${path}`,
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams(form),
    });
  }

  async clientToken(client: Client): Promise<string> {
    const answer = await this.oauth(client, { grant_type: 'client_credentials' });
    return demand(answer, 200, 'access_token').access_token;
  }

  async userToken({ username, password }: Person, scope: string, client: Client = this.file.admin): Promise<string> {
    const answer = await this.oauth(client, { grant_type: 'password', username, password, scope });
    return demand(answer, 200, 'access_token').access_token;
  }

  async newClient(scopes = EVERY_SCOPE, more: object = {}): Promise<Client> {
    const name = `Attack ${randomUUID().slice(0, 8)}`;
    const body = { name, scopes: scopes.split(' '), first_party: true, redirect_uris: [CALLBACK], ...more };
    const client = demand(
      await this.asAdmin({ method: 'POST', path: '/api/1/admin/clients', body }),
      201,
      'id',
      'secret',
    );
    this.planted.set(`secret of client ${client.id}`, client.secret);
    return client;
  }

  newName(): string {
    return `u${randomBytes(6).toString('hex')}@attack.example`;
  }

  newPassword(): string {
    return `${MARK}-${randomBytes(6).toString('hex')}`;
  }

  /** Rows 12 and 15. */
  async beginRegistration(token: string, username = this.newName()): Promise<Person & { nonce: string }> {
    const credentials = { username, password: this.newPassword() };
    const path = '/api/1/user/credentials';
    const begun = await this.send({ method: 'POST', path, token, body: credentials });
    const { user_id, nonce } = demand(begun, 200, 'user_id', 'nonce');
    this.planted.set(`auth_nonce of ${credentials.username}`, nonce);
    const person = { auth_nonce: nonce, firstName: 'Vic', lastName: 'Tim' };
    demand(await this.send({ method: 'POST', path: '/api/1/user/person', token, body: person }), 201);
    return { ...credentials, user_id, nonce };
  }

  /** Row 19. */
  async complete(token: string, auth_nonce: string): Promise<void> {
    const answer = await this.send({ method: 'POST', path: '/api/1/user/complete', token, body: { auth_nonce } });
    if (answer.status !== 204) throw new Error(`not complete: ${answer.status} ${answer.text}`);
  }

  /** All steps up to an active account; by default by the seed's administrator. */
  async register(client: Client = this.file.admin): Promise<Person> {
    const token = await this.clientToken(client);
    const { nonce, ...person } = await this.beginRegistration(token);
    await this.complete(token, nonce);
    const activation = { nonce: await this.mailedNonce(person.username) };
    const path = '/api/1/user/activator/uniquelink';
    demand(await this.send({ method: 'POST', path, body: activation }), 200);
    return person;
  }

  /** Which process each service is. A service that has crashed is started again, as another one. */
  processes(): string {
    return APPS.map((app) => `${app} ${this.stack.part(app).pid() ?? 'down'}`).join(', ');
  }

  /** Newest first. */
  async mailsTo(addresses: readonly string[]): Promise<{ to: string; text: string }[]> {
    const mails = (await (await fetch(this.file.mail_api)).json()) as { to: string; text: string }[];
    return mails.filter(({ to }) => addresses.includes(to));
  }

  mailedNonce(address: string, count = 1): Promise<string> {
    return eventually(`a mail to ${address}`, async () => {
      const own = await this.mailsTo([address]);
      const nonce = /#nonce=([\w-]{43})/.exec(own[0]?.text ?? '')?.[1];
      if (own.length < count || nonce === undefined) return undefined;
      this.planted.set(`mailed nonce of ${address}`, nonce);
      return nonce;
    });
  }

  /** Row 5. */
  async newUser(): Promise<string> {
    const path = `/api/1/oauth2/provider/${this.file.provider}/${randomUUID()}`;
    return demand(await this.asAdmin({ method: 'POST', path }), 200, 'user_id').user_id;
  }
}

/** Repeats the request until it has a result. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>, waitMs = 10_000): Promise<T> {
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(50);
  }
  throw new Error(`waited in vain for ${what}`);
}

export async function withWorld(
  short: boolean,
  signal: AbortSignal,
  work: (world: World) => Promise<void>,
): Promise<void> {
  const names = new Map<string, string[]>();
  const nameServer = await NameServer.start((name, isA) => {
    if (!isA) return 'none'; // a query for IPv6 must not use up an answer
    const addresses = names.get(name) ?? [];
    return (addresses.length > 1 ? addresses.shift() : addresses[0]) ?? 'none';
  });
  const dir = mkdtempSync(join(tmpdir(), 'ces-attack-'));
  try {
    await withPrivateStack(stackSettings(nameServer.address), signal, (stack) =>
      work(new World(stack, short, dir, names, signal)),
    );
  } finally {
    nameServer.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
