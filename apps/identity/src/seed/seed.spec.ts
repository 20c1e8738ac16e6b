import { changeClient, deleteClient, getClient, listClients } from '@ces/contracts/identity/clients';
import { getProvider } from '@ces/contracts/identity/providers';
import { ConfigFault } from '@ces/service/config/config';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { basic, ownIdentity, post, type Running } from '../../test/run-identity.js';
import { OperatorSignInsService } from '../operators/operator-sign-ins.service.js';
import { seed } from './seed.js';

const secret = 'odd: but + allowed % here/&=?';
const env = {
  SEED_CLIENTS: JSON.stringify([{ id: 'cl_admin', secret, name: 'Operator', scopes: ['admin'], first_party: true }]),
  SEED_PROVIDERS: JSON.stringify([{ name: 'acme', issuer: 'https://login.example', client_ids: ['shop'] }]),
};

describe('seed', () => {
  let identity: Running;

  beforeAll(async () => {
    identity = await ownIdentity();
  });

  afterAll(() => identity.close());

  it('creates the first admin client, which gets tokens by Basic and by body', async () => {
    await seed(identity.app, env);
    const form = { grant_type: 'client_credentials' };
    const byHeader = await post(`${identity.url}/oauth2/token`, form, basic({ id: 'cl_admin' }, secret));
    const byBody = await post(`${identity.url}/oauth2/token`, {
      ...form,
      client_id: 'cl_admin',
      client_secret: secret,
    });
    expect([byHeader.body['scope'], byBody.body['scope']]).toEqual(['admin', 'admin']);
  });

  it('creates users who can sign in at once, and does not change existing ones', async () => {
    const user = { username: 'Anna@Example.com', password: 'correct horse', firstName: 'Anna', lastName: 'Jansen' };
    const client = { id: 'cl_shop', secret, name: 'Shop', scopes: ['profile', 'openid'], first_party: true };
    const more = { SEED_CLIENTS: JSON.stringify([client]), SEED_USERS: JSON.stringify([user]) };
    await seed(identity.app, more);
    await seed(identity.app, { SEED_USERS: JSON.stringify([{ ...user, password: 'another one' }]) });
    const form = { grant_type: 'password', username: 'anna@example.com', password: user.password };
    const answer = await post(`${identity.url}/oauth2/token`, form, basic(client, secret));
    expect([answer.status, answer.body['scope']]).toEqual([200, 'profile openid']);
    await identity.call(deleteClient, { id: 'cl_shop' });
  });

  it('creates operators with a password, and does not change existing ones', async () => {
    const operator = { name: 'Olga', email: 'Olga@Shop.example', role: 'owner', password: 'correct horse' };
    for (const password of ['correct horse', 'another one'])
      await seed(identity.app, { SEED_OPERATORS: JSON.stringify([{ ...operator, password }]) });
    const signIns = identity.app.get(OperatorSignInsService);
    const asker = { address: '192.0.2.1' };
    expect(await signIns.byPassword('olga@shop.example', 'correct horse', asker)).toMatch(/^op_/);
    expect(await signIns.byPassword('olga@shop.example', 'another one', asker)).toBeUndefined();
  });

  it('creates public clients, which have no secret', async () => {
    const client = {
      ...{ id: 'cl_app', name: 'App', public: true, scopes: ['openid'] },
      ...{ redirect_uris: ['https://app.example/callback'], origins: ['https://app.example'] },
    };
    await seed(identity.app, { SEED_CLIENTS: JSON.stringify([client]) });
    expect(await identity.call(getClient, { id: 'cl_app' })).toMatchObject({ ...client, secrets: 0 });
    await identity.call(deleteClient, { id: 'cl_app' });
  });

  it('changes nothing when it runs again, even what was changed since', async () => {
    await seed(identity.app, env);
    await identity.call(changeClient, { id: 'cl_admin', name: 'Renamed' });
    await seed(identity.app, env);
    expect(await identity.call(getClient, { id: 'cl_admin' })).toMatchObject({ name: 'Renamed', first_party: true });
    expect((await identity.call(listClients, {})).items).toHaveLength(1);
    expect(await identity.call(getProvider, { name: 'acme' })).toMatchObject({ client_ids: ['shop'], jwks_uri: null });
  });

  it('writes nothing and repeats no secret when its variables are malformed', async () => {
    const good = { id: 'cl_other', secret, name: 'Other', scopes: [] };
    for (const list of [
      [good, { ...good, id: 'a b' }],
      [{ ...good, scopes: ['nonsense'] }],
      [{ ...good, extra: 1 }],
      [{ ...good, redirect_uris: ['https://shop.example/callback#fragment'] }],
      [{ ...good, redirect_uris: ['shop.example'] }],
      [{ ...good, secret: undefined }],
      [good, { ...good, id: 'cl_app', public: true }],
      {},
    ]) {
      const refusal = await seed(identity.app, { SEED_CLIENTS: JSON.stringify(list) }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ConfigFault);
      expect(String(refusal)).not.toContain(secret);
    }
    await expect(seed(identity.app, { SEED_CLIENTS: `[${secret}` })).rejects.toThrow(
      'SEED_CLIENTS must be a JSON array.',
    );
    expect((await identity.call(listClients, {})).items).toHaveLength(1);
  });

  it('reads its lists from files', async () => {
    const file = join(mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`)), 'clients');
    writeFileSync(file, JSON.stringify([{ id: 'cl_filed', secret, name: 'Filed', scopes: ['admin'] }]));
    await seed(identity.app, { SEED_CLIENTS_FILE: file });
    const form = { grant_type: 'client_credentials' };
    const { body } = await post(`${identity.url}/oauth2/token`, form, basic({ id: 'cl_filed' }, secret));
    expect(body['scope']).toBe('admin');
    const both = { SEED_CLIENTS_FILE: file, SEED_CLIENTS: '[]' };
    await expect(seed(identity.app, both)).rejects.toThrow('SEED_CLIENTS_FILE: cannot stand beside SEED_CLIENTS');
    rmSync(dirname(file), { recursive: true });
  });
});
