import { deleteClient, getClient, type NewClient } from '@ces/contracts/identity/clients';
import { getClientByKey, putClientByKey } from '@ces/contracts/identity/by-name/clients';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { basic, ownIdentity, post } from '../../test/run-identity.js';

describe('clients by name', () => {
  let identity: Awaited<ReturnType<typeof ownIdentity>>;

  beforeAll(async () => {
    identity = await ownIdentity();
  });

  afterAll(() => identity.close());

  const query = <T>(text: string, values: unknown[] = []) => identity.app.get(DataSource).query<T[]>(text, values);
  const newKey = () => `spec-${randomUUID()}`;
  const put = (key: string, more: object = {}, idempotencyKey?: string) =>
    identity.call(putClientByKey, { key, name: 'Shop', scopes: ['users:read'], ...more }, idempotencyKey);
  const made = async (key: string, more: Partial<NewClient> = {}) =>
    (await put(key, more)) as { id: string; secret: string; status: string };
  const tokenStatus = async (client: { id: string }, secret: string) =>
    (await post(`${identity.url}/oauth2/token`, { grant_type: 'client_credentials' }, basic(client, secret))).status;

  it('show a secret in the answer that makes them only, and keep it', async () => {
    const key = newKey();
    const { secret, ...client } = await made(key);
    expect(secret).toMatch(/^cs_/);
    expect(await put(key)).toEqual({ ...client, status: 'unchanged' });
    expect(await put(key, { name: 'Web shop' })).toEqual({ ...client, name: 'Web shop', status: 'updated' });
    expect(await tokenStatus(client, secret)).toBe(200);
    expect(await identity.call(getClientByKey, { key })).toMatchObject({ id: client.id, key, name: 'Web shop' });
  });

  it('show the same secret to a retry with the same Idempotency-Key', async () => {
    const key = newKey();
    const first = await put(key, {}, key);
    expect(first).toMatchObject({ status: 'created', secret: expect.stringMatching(/^cs_/) });
    expect(await put(key, {}, key)).toEqual(first);
  });

  it('are not made by a dry run, which shows no secret', async () => {
    const key = newKey();
    const answer = await put(key, { dry_run: true });
    expect(answer).toMatchObject({ id: null, status: 'created' });
    expect(JSON.stringify(answer)).not.toContain('cs_');
    await expect(identity.call(getClientByKey, { key })).rejects.toMatchObject({ code: 'client-not-found' });
  });

  it('get what a new client has where a replacement says nothing', async () => {
    const key = newKey();
    const more = {
      first_party: true,
      activation_url: 'https://shop.example/a',
      rate_limit: 100,
      redirect_uris: ['https://shop.example/b'],
    };
    expect(await made(key, more)).toMatchObject(more);
    const plain = { first_party: false, activation_url: null, redirect_uris: [], rate_limit: null };
    expect(await put(key)).toMatchObject({ status: 'updated', ...plain });
  });

  it('stay public or not', async () => {
    const key = newKey();
    await made(key);
    const change = put(key, { public: true, scopes: ['profile'], redirect_uris: ['https://shop.example/b'] });
    await expect(change).rejects.toMatchObject({ status: 400, extras: { errors: [{ pointer: '#/public' }] } });
  });

  it('lose their tokens with a scope, but not by a dry run', async () => {
    const key = newKey();
    const client = await made(key, { scopes: ['users:read', 'users:write'] });
    const versionOf = async () => {
      const [row] = await query<{ token_version: string }>('SELECT token_version FROM client WHERE id = $1', [
        client.id,
      ]);
      return Number(row?.token_version);
    };
    const before = await versionOf();
    expect(await put(key, { dry_run: true })).toMatchObject({ status: 'updated' });
    expect(await versionOf()).toBe(before);
    await put(key);
    expect(await versionOf()).toBe(before + 1);
  });

  it('get no scope that the caller lacks, and hold none that a caller who changes them lacks', async () => {
    const [key, client] = [newKey(), await made(newKey())];
    const by = { client_id: client.id, scopes: ['clients:manage', 'users:read'] };
    const refused = { status: 403, code: 'scope-insufficient' };
    await expect(put(key, { by, scopes: ['users:write'] })).rejects.toMatchObject(refused);
    await expect(put(key, { by, scopes: ['users:write'], dry_run: true })).rejects.toMatchObject(refused);
    await made(key, { scopes: ['users:write'] });
    await expect(put(key, { by })).rejects.toMatchObject(refused);
  });

  it('leave their key to others when they are deleted', async () => {
    const key = newKey();
    const { id } = await made(key);
    await identity.call(deleteClient, { id });
    expect(await made(key)).toMatchObject({ status: 'created', secret: expect.any(String) });
    await expect(identity.call(getClient, { id })).rejects.toMatchObject({ code: 'client-not-found' });
  });

  it('are recorded like all administrative commands, by a dry run as well', async () => {
    const counted = async () =>
      (await query("SELECT FROM audit WHERE what = 'rpc identity.clients.put-by-key'")).length;
    const before = await counted();
    const key = newKey();
    await put(key, { dry_run: true });
    await put(key);
    expect(await counted()).toBe(before + 2);
  });
});
