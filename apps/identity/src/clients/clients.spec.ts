import * as contract from '@ces/contracts/identity/clients';
import { clientStanding } from '@ces/contracts/identity/tokens/client-standing';
import * as ofSecrets from '@ces/contracts/identity/client-secrets';
import type { Paged } from '@ces/contracts/paging';
import { eventually } from '@ces/testing/eventually';
import { DataSource } from 'typeorm';
import { basic, newClient, ownIdentity, post } from '../../test/run-identity.js';
import { ClientStore } from './client.store.js';

describe('clients', () => {
  let identity: Awaited<ReturnType<typeof ownIdentity>>;

  beforeAll(async () => {
    identity = await ownIdentity();
  });

  afterAll(() => identity.close());

  const statusWith = async (client: contract.Client, secret: string): Promise<number> => {
    const form = { grant_type: 'client_credentials' };
    return (await post(`${identity.url}/oauth2/token`, form, basic(client, secret))).status;
  };

  it('show when they got a token last, with one write in five minutes', async () => {
    const client = await newClient(identity, ['events:write']);
    const usedAt = async () => (await identity.call(contract.getClient, { id: client.id })).last_used_at;
    expect([await statusWith(client, 'wrong'), await usedAt()]).toEqual([401, null]);
    const before = Date.now();
    expect(await statusWith(client, client.secret)).toBe(200);
    const first = await eventually(async () => {
      const at = await usedAt();
      expect(Date.parse(at ?? '')).toBeGreaterThanOrEqual(before);
      return at;
    });
    const store = identity.app.get(ClientStore);
    await store.noteUse(client.id);
    expect(await usedAt()).toBe(first);
    await identity.app
      .get(DataSource)
      .query(`UPDATE client SET last_used_at = now() - interval '6 minutes' WHERE id = $1`, [client.id]);
    await store.noteUse(client.id);
    expect(Date.parse((await usedAt()) ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('are created with a secret that is shown only once', async () => {
    const request: contract.NewClient = {
      name: 'Web shop',
      scopes: ['events:write'],
      redirect_uris: ['https://shop.example/callback'],
      activation_url: 'https://shop.example/activate',
    };
    const { secret, ...client } = await identity.call(contract.createClient, request);
    expect(secret).toMatch(/^cs_[\w-]{43}$/);
    expect(client).toEqual({
      ...request,
      id: expect.stringMatching(/^cl_[A-Za-z0-9]{16}$/),
      key: null,
      first_party: false,
      public: false,
      origins: [],
      deletion_url: null,
      password_url: null,
      contact_email: null,
      rate_limit: null,
      secrets: 1,
      last_used_at: null,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(await identity.call(contract.getClient, { id: client.id })).toEqual(client);
  });

  it('accept null for every optional field', async () => {
    const request = { name: 'Nulls', scopes: [], first_party: null, redirect_uris: null, activation_url: null };
    const made = await identity.call(contract.createClient, request);
    expect(made).toMatchObject({ first_party: false, redirect_uris: [], activation_url: null });
  });

  it('are listed newest first', async () => {
    const older = await newClient(identity, []);
    const newer = await newClient(identity, []);
    const ids = (await identity.call(contract.listClients, {})).items.map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual([newer.id, older.id]);
  });

  it('are listed in pages that fit into a message, however long their addresses are', async () => {
    const redirect_uris = Array.from({ length: 50 }, (_, n) => `https://long.example/${n}${'x'.repeat(1_000)}`);
    for (let n = 0; n < 10; n += 1) {
      const name = n % 2 === 0 ? `Long ${n}` : `LONG ${n}`;
      await identity.call(contract.createClient, { name, scopes: ['profile'], redirect_uris });
    }
    const names: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const request = { q: 'long', limit: 9, ...(cursor === undefined ? {} : { cursor }) };
      const { items, next }: Paged<contract.Client> = await identity.call(contract.listClients, request);
      names.push(items.map(({ name }) => name));
      cursor = next;
    }
    expect(names.map(({ length }) => length)).toEqual([7, 3]);
    expect(names.flat().map((name) => Number(name.slice(5)))).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('are changed field by field', async () => {
    const { id } = await newClient(identity, ['events:write']);
    const client = await identity.call(contract.getClient, { id });
    expect(await identity.call(contract.changeClient, { id, name: 'Renamed' })).toEqual({ ...client, name: 'Renamed' });
    expect(await identity.call(contract.changeClient, { id, first_party: true, scopes: [] })).toEqual({
      ...client,
      name: 'Renamed',
      first_party: true,
      scopes: [],
    });
  });

  it('have a limit of their own until null removes it', async () => {
    const { id } = await newClient(identity, [], { rate_limit: 7 });
    const limitOf = async () => (await identity.call(clientStanding, { id })).rate_limit;
    expect(await limitOf()).toBe(7);
    expect(await identity.call(contract.changeClient, { id, rate_limit: 8 })).toMatchObject({ rate_limit: 8 });
    expect(await identity.call(contract.changeClient, { id, name: 'Same limit' })).toMatchObject({ rate_limit: 8 });
    await identity.call(contract.changeClient, { id, rate_limit: null });
    expect(await limitOf()).toBeNull();
  });

  it('get no tokens after their deletion', async () => {
    const client = await newClient(identity, ['events:write']);
    expect(await statusWith(client, client.secret)).toBe(200);
    expect(await identity.call(contract.deleteClient, { id: client.id })).toEqual({ deleted: true });
    expect(await statusWith(client, client.secret)).toBe(401);
    await expect(identity.call(contract.getClient, { id: client.id })).rejects.toMatchObject({
      code: 'client-not-found',
    });
  });

  it('are not found by any call when their id is unknown or malformed', async () => {
    const questions = [
      contract.getClient,
      contract.deleteClient,
      ofSecrets.addSecret,
      ofSecrets.promoteSecret,
      ofSecrets.retireSecret,
    ];
    for (const id of ['cl_unknown', '', '\0', '\ud800', 'ä'.repeat(9_000)]) {
      for (const question of questions) {
        await expect(identity.call<contract.ClientRef, unknown>(question, { id })).rejects.toMatchObject({
          code: 'client-not-found',
        });
      }
      await expect(identity.call(contract.changeClient, { id })).rejects.toMatchObject({ code: 'client-not-found' });
    }
  });

  it('refuse a name that PostgreSQL cannot store', async () => {
    for (const name of ['\0', 'a\ud800']) {
      const creation = identity.call(contract.createClient, { name, scopes: [] });
      await expect(creation).rejects.toMatchObject({ code: 'validation-failed' });
    }
  });

  it('rotate their secret without a pause: add, promote, retire', async () => {
    const client = await newClient(identity, ['events:write']);
    const { id, secret: first } = client;
    const { secret: second } = await identity.call(ofSecrets.addSecret, { id });
    expect([await statusWith(client, first), await statusWith(client, second)]).toEqual([200, 200]);
    expect(await identity.call(ofSecrets.promoteSecret, { id })).toMatchObject({ secrets: 2 });
    expect([await statusWith(client, first), await statusWith(client, second)]).toEqual([200, 200]);
    expect(await identity.call(ofSecrets.retireSecret, { id })).toMatchObject({ secrets: 1 });
    expect([await statusWith(client, first), await statusWith(client, second)]).toEqual([401, 200]);
  });

  it('never have three secrets, and promote or retire only an existing one', async () => {
    const { id } = await newClient(identity, []);
    const conflict = { code: 'secret-conflict' };
    await expect(identity.call(ofSecrets.promoteSecret, { id })).rejects.toMatchObject(conflict);
    await expect(identity.call(ofSecrets.retireSecret, { id })).rejects.toMatchObject(conflict);
    await identity.call(ofSecrets.addSecret, { id });
    await expect(identity.call(ofSecrets.addSecret, { id })).rejects.toMatchObject(conflict);
    await expect(identity.call(ofSecrets.retireSecret, { id })).rejects.toMatchObject(conflict);
    await identity.call(ofSecrets.promoteSecret, { id });
    await expect(identity.call(ofSecrets.addSecret, { id })).rejects.toMatchObject(conflict);
    await expect(identity.call(ofSecrets.promoteSecret, { id })).rejects.toMatchObject(conflict);
  });

  it('get one second secret from ten simultaneous requests', async () => {
    const { id } = await newClient(identity, []);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => identity.call(ofSecrets.addSecret, { id })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('get the same secret again when a creation is repeated with its idempotency key', async () => {
    const request = { name: 'Repeated', scopes: [] };
    const first = await identity.call(contract.createClient, request, 'again');
    expect(await identity.call(contract.createClient, request, 'again')).toEqual(first);
  });

  it('leave no secret readable in the database, nor in the stored answers to idempotency keys', async () => {
    const client = await newClient(identity, [], { name: 'Confidential' }, 'create');
    const { secret: second } = await identity.call(ofSecrets.addSecret, { id: client.id }, 'add');
    const rows = await everyRow(identity.databaseUrl);
    const keptAnswers = rows.filter((row) => row.startsWith('idempotency_key '));
    expect(keptAnswers.length).toBeGreaterThanOrEqual(2);
    for (const secret of [client.secret, second, client.secret.slice(3, 20), Buffer.from(second).toString('hex')]) {
      expect(rows.filter((row) => row.includes(secret))).toEqual([]);
    }
    expect(rows.filter((row) => /"d":|PRIVATE KEY/.test(row))).toEqual([]);
  });
});

async function everyRow(url: string): Promise<string[]> {
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  try {
    const tables = await source.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    const rows = await Promise.all(
      tables.map(({ name }) => source.query<{ row: string }[]>(`SELECT '${name} ' || t::text AS row FROM "${name}" t`)),
    );
    return rows.flat().map(({ row }) => row);
  } finally {
    await source.destroy();
  }
}
