import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bench/built.ts';
import { describe, demand, type Answer, type Sending } from '../send.ts';
import { RECEIVERS } from '../settings.ts';
import type { Tally } from '../tally.ts';
import type { World } from '../world.ts';

interface Operation {
  method: string;
  path: string;
  /** One entry for each way in: a kind of token and its scopes. Without an entry, no token is needed. */
  security: Record<string, string[]>[];
  statuses: number[];
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

export async function routes(world: World, tally: Tally): Promise<void> {
  const victim = await world.newClient();
  const webhook = await newWebhook(world, victim);
  const tokens = await makeTokens(world);
  for (const operation of publishedOperations()) {
    await tryOperation({ world, tally, tokens, webhook }, operation);
  }
  await tryForeignWebhook(world, tally, webhook);
  await tryForeignDefinition(world, tally);
}

interface Tokens {
  narrow: { scope: string; token: string }[];
  /** The client of this token has every scope. */
  admin: string;
  /** The user's token has no scope that an operation needs. */
  user: string;
}

interface Setting {
  world: World;
  tally: Tally;
  tokens: Tokens;
  webhook: string;
}

function publishedOperations(): Operation[] {
  interface Published {
    security?: Record<string, string[]>[];
    responses: object;
  }
  const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, Published>>;
  };
  const ours = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/'));
  return ours.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, { security = [], responses }]) => {
        return { method: method.toUpperCase(), path, security, statuses: Object.keys(responses).map(Number) };
      }),
  );
}

async function makeTokens(world: World): Promise<Tokens> {
  const person = await world.register();
  const scopes = ['segments', 'events:write'];
  const narrow = await Promise.all(
    scopes.map(async (scope) => ({ scope, token: await world.clientToken(await world.newClient(scope)) })),
  );
  const admin = await world.clientToken(world.file.admin);
  return { narrow, admin, user: await world.userToken(person, 'openid') };
}

async function tryOperation(setting: Setting, operation: Operation): Promise<void> {
  const { method, path, security, statuses } = operation;
  const { tally, tokens } = setting;
  const name = `${method} ${path}`;
  const expectStatus = (how: string, answer: Answer, wanted: number): void => {
    tally.check(`${name} ${how}`, answer.status === wanted && statuses.includes(wanted), describe(answer));
  };
  const open = security.length === 0;
  if (!open) expectRefusal('without a token', await ask(setting, operation));
  expectRefusal('with a token that is none', await ask(setting, operation, 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'));
  if (open) return;
  const wanted = security.flatMap((way) => Object.entries(way));
  const scopes = wanted.flatMap(([, each]) => each);
  const narrow = tokens.narrow.find(({ scope }) => !scopes.includes(scope));
  expectStatus('with a client token without the scope', await ask(setting, operation, narrow?.token), 403);
  expectStatus('with a user token without the scope', await ask(setting, operation, tokens.user), 403);
  if (wanted.every(([kind]) => kind.startsWith('user')))
    expectStatus('with a client token of every scope', await ask(setting, operation, tokens.admin), 403);

  function expectRefusal(how: string, answer: Answer): void {
    const challenge = answer.headers['www-authenticate'] ?? '';
    const fits = answer.status === 401 && /^Bearer realm="ces"/.test(challenge);
    tally.check(`${name} ${how}`, fits && statuses.includes(401), `${describe(answer)} ${challenge}`);
  }
}

function ask({ world, webhook }: Setting, { method, path }: Operation, token?: string): Promise<Answer> {
  const filled = path.replaceAll(/\{(\w+)\}/g, webhook);
  const writes = method !== 'GET' && method !== 'DELETE';
  return world.send({ method, path: filled, token, ...(writes ? { body: {} } : {}) });
}

async function newWebhook(world: World, client: { id: string; secret: string }): Promise<string> {
  const token = await world.clientToken(client);
  const body = { events: ['user-registered'], url: `http://${RECEIVERS}:9/victim`, headers: { 'X-Victim': 'yes' } };
  const answer = await world.send({ method: 'POST', path: '/api/1/terminal/webhooks', token, body });
  return demand(answer, 201, 'id').id;
}

/** For other clients a webhook must not exist. */
async function tryForeignWebhook(world: World, tally: Tally, webhook: string): Promise<void> {
  const token = await world.clientToken(await world.newClient('webhooks'));
  const path = `/api/1/terminal/webhooks/${webhook}`;
  const attempts: Sending[] = [
    { path },
    { path: `${path}/attempts` },
    { path: `${path}/secret` },
    { method: 'POST', path: `${path}/secret:rotate` },
    { path: `${path}/set-aside` },
    { method: 'POST', path: `${path}/set-aside:resend` },
    { method: 'POST', path: `${path}/batches/${webhook}:resend` },
    { method: 'PATCH', path, body: { url: `http://${RECEIVERS}:9/thief` } },
    { method: 'DELETE', path },
    ...['ping', 'test', 'enable', 'disable', 'replay'].map((action) => {
      const body = { since: new Date(0).toISOString(), event: 'user-deleted' };
      return { method: 'POST', path: `${path}:${action}`, body };
    }),
  ];
  for (const attempt of attempts) {
    const answer = await world.send({ ...attempt, token });
    const told = answer.text.includes('victim');
    const what = `${attempt.method ?? 'GET'} ${attempt.path.replace(webhook, '{webhook_id}')} of another client`;
    tally.check(what, answer.status === 404 && !told, describe(answer));
  }
  const list = await world.send({ path: '/api/1/terminal/webhooks', token });
  tally.check('the list shows nothing of other clients', list.status === 200 && list.text === '[]', describe(list));
}

async function tryForeignDefinition(world: World, tally: Tally): Promise<void> {
  const path = `/api/1/terminal/events/owned-${Date.now()}`;
  const body = {
    $id: `${world.file.base_url}${path}`,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Owned',
    type: 'object',
    properties: {},
  };
  const owner = await world.clientToken(await world.newClient());
  demand(await world.send({ method: 'PUT', path, token: owner, body }), 200);
  const stranger = await world.clientToken(await world.newClient());
  const answer = await world.send({ method: 'PUT', path, token: stranger, body: { ...body, title: 'Stolen' } });
  tally.check('an event definition of another client', answer.status === 403, describe(answer));
}
