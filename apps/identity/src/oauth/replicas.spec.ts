import { changeClient } from '@ces/contracts/identity/clients';
import { addSecret, promoteSecret, retireSecret } from '@ces/contracts/identity/client-secrets';
import { rotateKeys } from '@ces/contracts/identity/tokens/signing-keys';
import { eventually } from '@ces/testing/eventually';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { DataSource } from 'typeorm';
import {
  basic,
  migrateIdentity,
  newClient,
  post,
  runIdentity,
  tokenOf,
  type Running,
} from '../../test/run-identity.js';

/** A rotation of the keys wakes the other replica. A replica knows a client for two seconds, and then reads it again. */
const noticeMs = 2_500;

describe('two replicas of identity', () => {
  let database: PrivateDatabase;
  let messaging: GuardedNats;
  let one: Running;
  let two: Running;

  beforeAll(async () => {
    database = await privateDatabase('identity', migrateIdentity);
    const env = { DATABASE_URL: database.url, PUBLIC_URL: 'http://ces.example' };
    messaging = await GuardedNats.start();
    [one, two] = await Promise.all([runIdentity(env, messaging), runIdentity(env, messaging)]);
  });

  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await messaging.stop();
    await database.drop();
  });

  const kids = async (replica: Running): Promise<string[]> => {
    const response = await fetch(`${replica.url}/.well-known/jwks.json`);
    const { keys } = (await response.json()) as { keys: { kid: string }[] };
    return keys.map(({ kid }) => kid);
  };

  it('make one active and one next key when they start at once on an empty database', async () => {
    const rows = await one.app.get(DataSource).query('SELECT state FROM signing_key ORDER BY state');
    expect(rows).toEqual([{ state: 'active' }, { state: 'next' }]);
    expect(await kids(one)).toHaveLength(2);
    expect(await kids(two)).toEqual(await kids(one));
  });

  it('publish no private part of a signing key', async () => {
    const response = await fetch(`${one.url}/.well-known/jwks.json`);
    const { keys } = (await response.json()) as { keys: object[] };
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it('both sign with the next key, which both had published, soon after one rotates the keys', async () => {
    const client = await newClient(one, ['events:write']);
    const old = await tokenOf(two, client);
    const before = await kids(two);
    const { kid } = await one.call(rotateKeys, {});
    expect(before).toContain(kid);
    for (const replica of [one, two]) {
      await eventually(async () => {
        expect(decodeProtectedHeader(await tokenOf(replica, client)).kid).toBe(kid);
      }, noticeMs);
    }
    expect(await kids(two)).toHaveLength(3);
    const keySet = createRemoteJWKSet(new URL(`${two.url}/.well-known/jwks.json`));
    await jwtVerify(old, keySet, { issuer: 'http://ces.example' });
  });

  it('keep one active and one next key when many rotations run at once', async () => {
    await Promise.all([one, two, one, two].map((replica) => replica.call(rotateKeys, {})));
    const rows = await one.app
      .get(DataSource)
      .query(`SELECT state FROM signing_key WHERE state <> 'retired' ORDER BY state`);
    expect(rows).toEqual([{ state: 'active' }, { state: 'next' }]);
  });

  it('both refuse a retired client secret within two seconds', async () => {
    const client = await newClient(one, ['events:write', 'users:read']);
    const { id } = client;
    await Promise.all([tokenOf(one, client), tokenOf(two, client)]);
    await one.call(addSecret, { id });
    await one.call(promoteSecret, { id });
    await one.call(retireSecret, { id });
    const form = { grant_type: 'client_credentials' };
    for (const { url } of [one, two]) {
      await eventually(async () => {
        expect((await post(`${url}/oauth2/token`, form, basic(client, client.secret))).status).toBe(401);
      }, noticeMs);
    }
  });

  it('never issue a token with the old scopes and the new version of a client', async () => {
    const client = await newClient(one, ['events:write', 'users:read']);
    const versions = [one, two].map(async (replica) => Number(decodeJwt(await tokenOf(replica, client))['ver']));
    const [first = 0] = await Promise.all(versions);
    await one.call(changeClient, { id: client.id, scopes: ['users:read'] });
    for (const replica of [one, two]) {
      await eventually(async () => {
        const { ver, scope } = decodeJwt(await tokenOf(replica, client));
        expect(scope).toBe(ver === first ? 'events:write users:read' : 'users:read');
        expect(ver).toBe(first + 1);
      }, noticeMs);
    }
  });
});
