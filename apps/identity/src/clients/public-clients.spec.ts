import * as contract from '@ces/contracts/identity/clients';
import * as ofSecrets from '@ces/contracts/identity/client-secrets';
import { forgotPassword } from '@ces/contracts/identity/passwords';
import { basic, ownIdentity, post, type Running } from '../../test/run-identity.js';

describe('public clients', () => {
  let identity: Running;

  beforeAll(async () => {
    identity = await ownIdentity();
  });

  afterAll(() => identity.close());

  const app: contract.NewClient = {
    name: 'App',
    public: true,
    scopes: ['openid', 'cards', 'offline_access'],
    redirect_uris: ['https://app.example/callback'],
    origins: ['https://app.example'],
  };
  const create = (more: Partial<contract.NewClient> = {}) => identity.call(contract.createClient, { ...app, ...more });

  it('have no secret, and are read with their origins', async () => {
    const made = await create();
    expect(made).not.toHaveProperty('secret');
    expect(made).toMatchObject({ public: true, origins: ['https://app.example'], secrets: 0 });
    expect(await identity.call(contract.getClient, { id: made.id })).toEqual(made);
    expect((await identity.call(contract.listClients, {})).items[0]).toEqual(made);
    const conflict = { code: 'secret-conflict' };
    for (const rotation of [ofSecrets.addSecret, ofSecrets.promoteSecret, ofSecrets.retireSecret]) {
      const refused = identity.call<contract.ClientRef, unknown>(rotation, { id: made.id });
      await expect(refused).rejects.toMatchObject(conflict);
    }
  });

  it('have only scopes of users, and an address to which a browser returns', async () => {
    await expect(create({ scopes: ['cards', 'users:read', 'admin'], redirect_uris: [] })).rejects.toMatchObject({
      code: 'validation-failed',
      extras: { errors: [{ pointer: '#/scopes/1' }, { pointer: '#/scopes/2' }, { pointer: '#/redirect_uris' }] },
    });
    const { id } = await create();
    for (const change of [{ scopes: ['segments' as const] }, { redirect_uris: [] }]) {
      const refused = identity.call(contract.changeClient, { id, ...change });
      await expect(refused).rejects.toMatchObject({ code: 'validation-failed' });
    }
    expect(await identity.call(contract.getClient, { id })).toMatchObject({ scopes: app.scopes });
  });

  it('have origins as browsers send them, and no other client has any', async () => {
    const malformed = [
      'https://app.example/',
      'https://APP.example',
      'app.example',
      'null',
      'myapp://x',
      'https://a:443',
    ];
    for (const origin of malformed) {
      await expect(create({ origins: [origin] })).rejects.toMatchObject({
        code: 'validation-failed',
        extras: { errors: [{ pointer: '#/origins/0', code: 'is-origin' }] },
      });
    }
    await expect(create({ public: false })).rejects.toMatchObject({
      extras: { errors: [{ pointer: '#/origins', code: 'public-only' }] },
    });
    const { id } = await create({ origins: ['http://localhost:5173', 'https://app.example'] });
    const origins = ['https://[::1]:8443'];
    expect(await identity.call(contract.changeClient, { id, origins })).toMatchObject({ origins });
  });

  it('are asked for their origins together, each origin once', async () => {
    const two = await create({ origins: ['https://two.example', 'https://app.example'] });
    const known = await identity.call(contract.publicOrigins, {});
    expect(known.filter((origin) => /two|app/.test(origin))).toEqual(['https://app.example', 'https://two.example']);
    await identity.call(contract.deleteClient, { id: two.id });
    expect(await identity.call(contract.publicOrigins, {})).not.toContain('https://two.example');
  });

  it('get no token by credentials or password, with any secret or none, not even as first-party clients', async () => {
    const { id } = await create({ first_party: true });
    const url = `${identity.url}/oauth2/token`;
    const forms = [
      { grant_type: 'client_credentials' },
      { grant_type: 'password', username: 'anna@example.com', password: 'correct horse' },
      { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token: 'x', subject_token_type: 'x' },
    ];
    for (const form of forms) {
      const answer = await post(url, { ...form, client_id: id });
      expect([form.grant_type, answer.status, answer.body['error']]).toEqual([
        form.grant_type,
        400,
        'unauthorized_client',
      ]);
      for (const secret of ['guessed', 'undefined', 'null']) {
        expect((await post(url, form, basic({ id }, secret))).body).toMatchObject({ error: 'invalid_client' });
        const inBody = await post(url, { ...form, client_id: id, client_secret: secret });
        expect(inBody.body).toMatchObject({ error: 'invalid_client' });
      }
    }
  });

  it('name no page for a new password by their origins', async () => {
    const { id } = await create({ origins: ['https://elsewhere.example'] });
    const forgot = (password_url: string) =>
      identity.call(forgotPassword, { client_id: id, username: 'anna@example.com', locale: 'en_GB', password_url });
    expect(await forgot('https://app.example/forgot')).toEqual({});
    await expect(forgot('https://elsewhere.example/forgot')).rejects.toMatchObject({
      code: 'validation-failed',
      extras: { errors: [{ pointer: '#/password_url', code: 'foreign-page' }] },
    });
  });

  it('may not introspect tokens', async () => {
    const { id } = await create();
    const answer = await post(`${identity.url}/oauth2/introspect`, { client_id: id, token: 'x' });
    expect([answer.status, answer.body['error']]).toEqual([401, 'invalid_client']);
  });

  it('are announced in the metadata of the server', async () => {
    const document: unknown = await (await fetch(`${identity.url}/.well-known/openid-configuration`)).json();
    expect(document).toMatchObject({
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    });
  });
});
