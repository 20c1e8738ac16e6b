import { changeClient, deleteClient } from '@ces/contracts/identity/clients';
import {
  addSecret,
  promoteSecret,
  retireSecret,
  type ClientWithSecret,
  type Retirement,
} from '@ces/contracts/identity/client-secrets';
import { revocationsSince } from '@ces/contracts/identity/tokens/revocations';
import { rotateKeys } from '@ces/contracts/identity/tokens/signing-keys';
import { revocationsWake } from '@ces/contracts/wakes';
import { Nats } from '@ces/messaging/nats';
import { Transactions } from '@ces/messaging/storage/transactions';
import { eventually } from '@ces/testing/eventually';
import { decodeJwt } from 'jose';
import { setTimeout as sleep } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import { DataSource } from 'typeorm';
import { basic, newClient, ownIdentity, post, type Running, tokenOf } from '../../test/run-identity.js';
import { RevocationsService } from './revocations.service.js';

describe('revocation and introspection', () => {
  let identity: Running;

  beforeAll(async () => {
    identity = await ownIdentity();
  });

  afterAll(() => identity.close());

  const since = (cursor: string) => identity.call(revocationsSince, { cursor });
  const revoke = (client: ClientWithSecret, token: string) =>
    post(`${identity.url}/oauth2/revoke`, { token }, basic(client, client.secret));
  const introspect = async (client: ClientWithSecret, token: string) =>
    (await post(`${identity.url}/oauth2/introspect`, { token }, basic(client, client.secret))).body;

  it('let a client revoke its own token, which shows in introspection and in the list for gateways', async () => {
    const client = await newClient(identity, ['events:write']);
    const token = await tokenOf(identity, client);
    const claims = decodeJwt(token);
    const { cursor } = await since('');
    expect(await introspect(client, token)).toEqual({ active: true, token_type: 'Bearer', ...claims });
    const answer = await revoke(client, token);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(await introspect(client, token)).toEqual({ active: false });
    expect(await since(cursor)).toMatchObject({ tokens: [claims.jti], clients: [], more: false });
    await revoke(client, token);
    expect((await since(cursor)).tokens).toHaveLength(1);
  });

  it('wake the gateways when a revocation is committed', async () => {
    const client = await newClient(identity, ['events:write']);
    const [token, other] = [await tokenOf(identity, client), await tokenOf(identity, client)];
    const connection = await identity.app.get(Nats).connection();
    let heard: Promise<string[]>[] = [];
    const subscription = connection.subscribe(identity.app.get(Nats).subject('wake', revocationsWake), {
      callback: () => {
        heard.push(since('').then(({ tokens }) => tokens));
      },
    });
    await connection.flush();
    const wakesBy = async (act: () => Promise<unknown>) => {
      heard = [];
      await act();
      await connection.flush();
      return (await Promise.all(heard)).flat();
    };
    expect(await wakesBy(() => revoke(client, token))).toContain(decodeJwt(token).jti);
    await wakesBy(() => identity.call(changeClient, { id: client.id, scopes: [] }));
    expect(heard).toHaveLength(1);
    const failing = identity.app.get(Transactions).run(async () => {
      await identity.app.get(RevocationsService).revokeToken(String(decodeJwt(other).jti), 0);
      throw new Error('rolled back');
    });
    await wakesBy(() => expect(failing).rejects.toThrow('rolled back'));
    expect(heard).toHaveLength(0);
    subscription.unsubscribe();
  });

  it('wake the gateways again when identity has been without NATS', async () => {
    const connection = await identity.app.get(Nats).connection();
    let wakes = 0;
    const subscription = connection.subscribe(identity.app.get(Nats).subject('wake', revocationsWake), {
      callback: () => {
        wakes += 1;
      },
    });
    await connection.reconnect();
    await eventually(() => {
      expect(wakes).toBe(1);
    });
    subscription.unsubscribe();
  });

  it('work for unmodified oauth4webapi', async () => {
    const client = await newClient(identity, ['events:write']);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the spec's own server speaks plain HTTP
    const insecure = { [oauth.allowInsecureRequests]: true };
    const found = await oauth.discoveryRequest(new URL(identity.url), { ...insecure, algorithm: 'oauth2' });
    const server = await oauth.processDiscoveryResponse(new URL(identity.url), found);
    const asker = { client_id: client.id };
    const byBody = oauth.ClientSecretPost(client.secret);
    const token = await tokenOf(identity, client);
    const introspection = await oauth.introspectionRequest(server, asker, byBody, token, insecure);
    expect(await oauth.processIntrospectionResponse(server, asker, introspection)).toMatchObject({ active: true });
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, asker, byBody, token, insecure));
    expect(await introspect(client, token)).toEqual({ active: false });
  });

  it("ignore another client's token, except that a client with the scope admin may introspect it", async () => {
    const [owner, other, admin] = await Promise.all([
      newClient(identity, ['events:write']),
      newClient(identity, ['events:write']),
      newClient(identity, ['admin']),
    ]);
    const token = await tokenOf(identity, owner);
    expect((await revoke(other, token)).status).toBe(200);
    expect(await introspect(other, token)).toEqual({ active: false });
    expect(await introspect(admin, token)).toMatchObject({ active: true, client_id: owner.id });
  });

  it('report a foreign or forged token as inactive, and accept its revocation', async () => {
    const client = await newClient(identity, []);
    const token = await tokenOf(identity, client);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const unsigned = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    const forged = [
      `${header}.${payload}.${signature.slice(0, -8)}AAAAAAAA`,
      `${unsigned}.${payload}.`,
      'x',
      'a.b.c',
      '\0',
    ];
    for (const each of forged) {
      expect(await introspect(client, each)).toEqual({ active: false });
      expect((await revoke(client, each)).status).toBe(200);
    }
    expect(await introspect(client, token)).toMatchObject({ active: true });
  });

  it('accept tokens of a key that has retired since', async () => {
    const client = await newClient(identity, []);
    const token = await tokenOf(identity, client);
    await identity.call(rotateKeys, {});
    await identity.call(rotateKeys, {});
    expect(await introspect(client, token)).toMatchObject({ active: true });
  });

  it('end the tokens of a client only when its scopes are reduced', async () => {
    const client = await newClient(identity, ['events:write', 'users:read']);
    const { id } = client;
    const before = await tokenOf(identity, client);
    const { cursor } = await since('');
    await identity.call(changeClient, { id, name: 'Renamed', scopes: ['users:read', 'events:write', 'segments'] });
    expect(await introspect(client, before)).toMatchObject({ active: true });
    expect((await since(cursor)).clients).toEqual([]);
    await identity.call(changeClient, { id, scopes: ['users:read'] });
    const after = await tokenOf(identity, client);
    expect(await introspect(client, before)).toEqual({ active: false });
    expect(await introspect(client, after)).toMatchObject({ active: true, scope: 'users:read' });
    const [least] = (await since(cursor)).clients;
    expect(least).toEqual({ id, least_version: decodeJwt(after)['ver'] });
    expect(decodeJwt(before)['ver']).toBeLessThan(least?.least_version ?? 0);
  });

  it('end the tokens of a client whose secret is retired, if the request asks for it', async () => {
    const client = await newClient(identity, []);
    const { id } = client;
    const rotated = async (retirement: Retirement) => {
      const token = await tokenOf(identity, client);
      const { secret } = await identity.call(addSecret, { id });
      await identity.call(promoteSecret, { id });
      await identity.call(retireSecret, { id, ...retirement });
      client.secret = secret;
      return introspect(client, token);
    };
    expect(await rotated({})).toMatchObject({ active: true });
    expect(await rotated({ revoke_tokens: 'false' })).toMatchObject({ active: true });
    expect(await rotated({ revoke_tokens: 'true' })).toEqual({ active: false });
    expect(await introspect(client, await tokenOf(identity, client))).toMatchObject({ active: true });
  });

  it('end all tokens of a client that is deleted', async () => {
    const [client, admin] = [await newClient(identity, []), await newClient(identity, ['admin'])];
    const token = await tokenOf(identity, client);
    const { cursor } = await since('');
    await identity.call(deleteClient, { id: client.id });
    expect(await introspect(admin, token)).toEqual({ active: false });
    const [least] = (await since(cursor)).clients;
    expect(least?.id).toBe(client.id);
    expect(least?.least_version).toBeGreaterThan(Number(decodeJwt(token)['ver']));
  });

  it('list everything after a cursor that this database has not given out', async () => {
    const all = await since('');
    expect(all.tokens.length + all.clients.length).toBeGreaterThan(0);
    for (const cursor of ['999999999999999999', 'x', '-1', '1; DROP TABLE revocation', '9'.repeat(40)]) {
      expect(await since(cursor)).toEqual(all);
    }
    expect(await since(all.cursor)).toEqual({ cursor: all.cursor, tokens: [], clients: [], users: [], more: false });
  });

  it('lose no revocation to a cursor while many are written at once', async () => {
    const client = await newClient(identity, []);
    const tokens = await Promise.all(Array.from({ length: 60 }, () => tokenOf(identity, client)));
    const seen = new Set<string>();
    let { cursor } = await since('');
    const poll = async () => {
      const page = await since(cursor);
      cursor = page.cursor;
      for (const jti of page.tokens) seen.add(jti);
    };
    await Promise.all([
      ...tokens.map((token) => revoke(client, token)),
      ...Array.from({ length: 20 }, (_, index) => sleep(index * 5).then(poll)),
    ]);
    await poll();
    expect(seen).toEqual(new Set(tokens.map((token) => decodeJwt(token).jti)));
  });

  it('forget revocations of tokens that have expired', async () => {
    const service = identity.app.get(RevocationsService);
    const source = identity.app.get(DataSource);
    await source.query(`UPDATE revocation SET expires_at = now() - interval '1 second'`);
    expect(await since('')).toMatchObject({ tokens: [], clients: [] });
    await service.purge();
    expect(await source.query('SELECT FROM revocation')).toEqual([]);
  });

  it('answer malformed requests with an error of OAuth', async () => {
    const client = await newClient(identity, []);
    const url = `${identity.url}/oauth2/introspect`;
    const authorization = basic(client, client.secret);
    const answers = await Promise.all([
      post(url, 'token=x'),
      post(url, 'token=x', basic(client, 'wrong')),
      post(url, 'token=x', 'Basic !'),
      post(url, `token=x&client_secret=${client.secret}`, authorization),
      post(url, '', authorization),
      post(url, 'token=a&token=b', authorization),
      post(url, `token=${'x'.repeat(100_000)}`, authorization),
    ]);
    expect(answers.map(({ status, body }) => [status, body['error']])).toEqual([
      [400, 'invalid_request'],
      [401, 'invalid_client'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [413, 'invalid_request'],
    ]);
    expect(answers[1].headers.get('www-authenticate')).toContain('Basic');
    const json = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    expect([json.status, await json.json()]).toMatchObject([415, { error: 'invalid_request' }]);
  });
});
