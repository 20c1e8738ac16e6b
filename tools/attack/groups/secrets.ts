import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import type { MsgHdrs } from 'nats';
import { APPS, DATABASE_APPS } from '../../../libs/local-stack/src/apps.ts';
import { codeFor, openSignIn } from '../browser.ts';
import { connectBus, superuserOf } from '../bus.ts';
import { demand } from '../send.ts';
import { RECEIVERS, settingsOf } from '../settings.ts';
import type { Tally } from '../tally.ts';
import { databaseOf, rowsOf } from '../true-key.ts';
import { CALLBACK, eventually, MARK, type World } from '../world.ts';

/** Tables, streams, logs and metrics must not hold in clear the secrets that earlier groups sent. */
export async function secrets(world: World, tally: Tally): Promise<void> {
  const traces = await plant(world);
  await sleep(1_500); // the planted secrets travel on to the streams
  const needles = needlesOf(world);
  const places: [place: string, text: string, control: string][] = [
    ...(await tablesOf(world, traces)),
    ['the streams', await streamsOf(world), traces.user_id],
    ['the logs', logsOf(world), '"level"'],
    ...(await metricsOf(world)),
  ];
  for (const [place, text, control] of places) {
    tally.check(
      `control: ${place} can be searched`,
      text.includes(control),
      `${text.length} characters without ${control}`,
    );
    for (const [what, forms] of needles) {
      const found = forms.find((form) => text.includes(form));
      const at = found === undefined ? -1 : text.indexOf(found);
      tally.check(`${place}: no ${what}`, found === undefined, text.slice(Math.max(0, at - 120), at + 20));
    }
  }
}

interface Traces {
  user_id: string;
}

async function plant(world: World): Promise<Traces> {
  const client = await world.newClient();
  const person = await world.register(client);
  const token = await world.clientToken(client);
  world.planted.set('client token', token);
  await plantTokens(world, client, person);
  await plantInAdministration(world);
  const secret = (): string => `${MARK}-${randomBytes(6).toString('hex')}`;
  const headers = { 'idempotency-key': randomUUID() };
  const repeated = { username: world.newName(), password: secret() };
  for (let i = 0; i < 2; i += 1) {
    const answer = await world.send({
      method: 'POST',
      path: '/api/1/user/credentials',
      token,
      headers,
      body: repeated,
    });
    world.planted.set('auth_nonce of a repeated call', demand(answer, 200, 'nonce').nonce);
  }
  await plantInWebhook(world, token, `Bearer ${secret()}`);
  await plantAstray(world, token, secret);
  return { user_id: person.user_id };
}

/** Rotates the webhook's own secret, so that two of them are valid. */
async function plantInWebhook(world: World, token: string, authorization: string): Promise<void> {
  const path = '/api/1/terminal/webhooks';
  const body = {
    events: ['user-activated'],
    url: `http://${RECEIVERS}:9/`,
    headers: { Authorization: authorization },
  };
  const { id } = demand(await world.send({ method: 'POST', path, token, body }), 201, 'id');
  const shown = await world.send({ method: 'GET', path: `${path}/${id}/secret`, token });
  world.planted.set('secret of a webhook', demand(shown, 200, 'secret').secret.slice('whsec_'.length));
  const headers = { 'idempotency-key': randomUUID() };
  const rotated = await world.send({ method: 'POST', path: `${path}/${id}/secret:rotate`, token, headers });
  world.planted.set('rotated secret of a webhook', demand(rotated, 200, 'secret').secret.slice('whsec_'.length));
}

async function plantTokens(
  world: World,
  client: { id: string; secret: string },
  person: { username: string; password: string },
): Promise<void> {
  const { code, verifier } = await codeFor(world, client, person, { scope: 'openid offline_access' });
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK };
  const tokens = demand(await world.oauth(client, form), 200, 'access_token', 'refresh_token', 'id_token');
  world.planted.set('authorization code', code);
  world.planted.set('PKCE verifier', verifier);
  for (const [kind, token] of Object.entries(tokens)) world.planted.set(kind, token);
  const { refresh_token } = tokens;
  const again = demand(await world.oauth(client, { grant_type: 'refresh_token', refresh_token }), 200, 'refresh_token');
  world.planted.set('rotated refresh_token', again.refresh_token);
  await world.oauth(client, { token: refresh_token }, 'introspect');
  await world.oauth(client, { token: refresh_token }, 'revoke');
}

async function plantInAdministration(world: World): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  const made = { name: 'Planted', scopes: ['webhooks'] };
  const client = await world.asAdmin({ method: 'POST', path: '/api/1/admin/clients', headers, body: made });
  const { id, secret } = demand(client, 201, 'id', 'secret');
  world.planted.set('client secret', secret);
  const second = await world.asAdmin({ method: 'POST', path: `/api/1/admin/clients/${id}/secrets` });
  world.planted.set('second client secret', demand(second, 201, 'secret').secret);
  const client_secret = `${MARK}-provider`;
  const provider = { issuer: 'https://login.attack.example', client_ids: ['a'], client_id: 'a', client_secret };
  await world.asAdmin({ method: 'PUT', path: '/api/1/admin/providers/planted', body: provider });
}

/** Places where people paste secrets by mistake, and requests that fail with a secret in them. */
async function plantAstray(world: World, token: string, secret: () => string): Promise<void> {
  const path = '/api/1/user/credentials';
  const attempts = [
    { path: `/api/1/user/person/fields?access_token=${token}` },
    { path: `/api/1/user/details/${secret()}`, token },
    { path: `/api/1/user/complete-step?auth_nonce=${secret()}`, token },
    { path: `/${secret()}` },
    { path: `/activate?nonce=${secret()}` },
    { method: 'POST', path, token, body: `{"username":"x","password":"${secret()}"` },
    { method: 'POST', path, token, body: { username: secret(), password: secret() } },
    { method: 'POST', path: `${path}/continue`, token, body: { username: secret(), password: secret() } },
    { method: 'POST', path: `${path}/continue`, token, body: { username: { $ne: secret() }, password: [secret()] } },
    { method: 'POST', path: '/api/1/user/activator/uniquelink', body: { nonce: secret() } },
    { path: '/api/1/user/person/me', token: secret() },
    { path: '/api/1/user/person/me', headers: { cookie: `session=${secret()}`, 'x-request-id': 'planted' } },
  ];
  for (const attempt of attempts) await world.send(attempt);
  await world.oauth({ id: 'cl_unknown', secret: secret() }, { grant_type: 'client_credentials' });
  await world.oauth(world.file.client, { grant_type: 'password', username: secret(), password: secret() });
  await openSignIn(world, world.file.client, { state: secret(), redirect_uri: 'https://evil.example' });
}

function needlesOf(world: World): [what: string, forms: string[]][] {
  const identity = settingsOf(world.stack, 'identity');
  const { file } = world;
  const own: [string, string | undefined][] = [
    ['planted password', MARK],
    ['SECRETS_KEY', identity['SECRETS_KEY']],
    ['password of the database', new URL(identity['DATABASE_URL'] ?? '').password],
    ['password of PostgreSQL', new URL(world.stack.privateUrls.postgres).password],
    ['password of NATS', identity['NATS_PASSWORD'] ?? new URL(identity['NATS_URL'] ?? '').password],
    ['secret of the seeded client', file.client.secret],
    ['secret of the seeded administrator', file.admin.secret],
    ['password of the seeded user', file.user.password],
    ...world.planted,
  ];
  return own.flatMap(([what, secret]): [string, string[]][] =>
    secret === undefined || secret === '' ? [] : [[what, spellings(secret)]],
  );
}

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // A token's signature is not searched alone: a token that is found contains it.
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
}

async function tablesOf(world: World, { user_id }: Traces): Promise<[string, string, string][]> {
  return Promise.all(
    DATABASE_APPS.map(async (app): Promise<[string, string, string]> => {
      const url = databaseOf(world, app);
      const tables = await rowsOf<{ name: string }>(
        url,
        `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
      );
      const texts: string[] = [];
      for (const { name } of tables) {
        const rows = await rowsOf<{ row: string }>(url, `SELECT t::text AS row FROM ${name} t`);
        texts.push(name, ...rows.map(({ row }) => row));
      }
      return [`the tables of ${app}`, texts.join('\n'), app === 'identity' ? user_id : 'migration'];
    }),
  );
}

async function streamsOf(world: World): Promise<string> {
  const connection = await connectBus(world, superuserOf(world));
  try {
    const manager = await jetstreamManager(connection);
    const texts: string[] = [];
    for await (const { config, state } of manager.streams.list()) {
      for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 1) {
        const message = await manager.streams.getMessage(config.name, { seq }).catch(() => null);
        if (message) texts.push(message.subject, ...headersOf(message), message.string());
      }
    }
    return texts.join('\n');
  } finally {
    await connection.close();
  }
}

function headersOf({ header }: { header: MsgHdrs }): string[] {
  return header.keys().flatMap((name) => header.values(name).map((value) => `${name}: ${value}`));
}

function logsOf(world: World): string {
  const files = [world.stack.logsDir, world.dir].flatMap((dir) =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.log'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

async function metricsOf(world: World): Promise<[string, string, string][]> {
  const { metrics } = world.file as { metrics?: Record<string, string> };
  return Promise.all(
    APPS.map(async (app): Promise<[string, string, string]> => {
      const place = `the metrics of ${app}`;
      const url = metrics?.[app] ?? `${world.stack.privateUrls[app]}/metrics`;
      const read = (): Promise<string | undefined> =>
        fetch(url).then(
          (answer) => answer.text(),
          () => undefined,
        );
      return [place, await eventually(place, read), 'process_cpu'];
    }),
  );
}
