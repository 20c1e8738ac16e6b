import * as contract from '@ces/contracts/identity/providers';
import { ensureConnection } from '@ces/contracts/identity/users';
import type { RunningService } from '@ces/testing/services/start-service';
import { dump } from '@ces/testing/servers/dump';
import { startIdentity } from '../../test/start-identity.js';
import { ProvidersService } from './providers.service.js';

describe('providers', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
  });

  afterAll(() => identity.stop());

  const providers = () => identity.app.get(ProvidersService);
  const settings = { issuer: 'https://login.example', client_ids: ['shop-app'] };

  it('are put, replaced as a whole, read, and listed with the newest first', async () => {
    await identity.bus.call(contract.putProvider, {
      name: 'beta',
      ...settings,
      jwks_uri: 'https://login.example/jwks',
    });
    await identity.bus.call(contract.putProvider, { name: 'alpha', ...settings });
    const created = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
    const settled = { jwks_uri: null, client_id: null, scopes: ['openid'], operators: false, created };
    const replaced = { name: 'beta', issuer: 'https://other.example', client_ids: ['a', 'b'], ...settled };
    expect(
      await identity.bus.call(contract.putProvider, { name: 'beta', issuer: replaced.issuer, client_ids: ['a', 'b'] }),
    ).toEqual(replaced);
    expect(await identity.bus.call(contract.getProvider, { name: 'beta' })).toEqual(replaced);
    const whole = (await identity.bus.call(contract.listProviders, {})).items;
    expect(whole.map(({ name }) => name)).toEqual(['alpha', 'beta']);
    const page = await identity.bus.call(contract.listProviders, { limit: 1 });
    expect(page.items).toEqual([whole[0]]);
    const rest = { limit: 1, cursor: page.next ?? '' };
    expect(await identity.bus.call(contract.listProviders, rest)).toEqual({ items: [whole[1]], next: null });
    expect(await identity.bus.call(contract.listProviders, { q: 'none' })).toMatchObject({ items: [] });
  });

  it('keep the secret of our client there sealed, show it nowhere, and keep it with the same issuer and client_id', async () => {
    const put = (more: Partial<contract.PutProvider>) =>
      identity.bus.call(contract.putProvider, { name: 'offered', ...settings, ...more });
    const secretOf = async () => (await providers().findOffered('users', 'offered'))?.client_secret;
    const shown = await put({ client_id: 'ces', client_secret: 'of the provider', scopes: ['email'] });
    expect(shown).toMatchObject({ client_id: 'ces', scopes: ['openid', 'email'] });
    expect(JSON.stringify(shown)).not.toContain('of the provider');
    expect(await dump(identity.app)).not.toContain('of the provider');
    expect(await secretOf()).toBe('of the provider');
    await put({ client_id: 'ces' });
    expect(await secretOf()).toBe('of the provider');
    await put({ client_id: 'another' });
    expect(await secretOf()).toBeNull();
    await put({ client_id: 'ces', client_secret: 'of the provider' });
    await put({ client_id: 'ces', issuer: 'https://elsewhere.example' });
    expect(await secretOf()).toBeNull();
    await put({ client_id: 'another', client_secret: 'second' });
    await put({ client_id: 'another', client_secret: null });
    expect(await secretOf()).toBeNull();
    await put({});
    expect(await secretOf()).toBeUndefined();
    await expect(put({ client_secret: 'alone' })).rejects.toMatchObject({
      code: 'validation-failed',
      extras: { errors: [{ pointer: '#/client_secret', code: 'client-id-missing' }] },
    });
  });

  it('keep the secret of one of two that create the provider at once, the other without a secret', async () => {
    for (let round = 0; round < 10; round += 1) {
      const given = { name: `created-twice-${round}`, ...settings, client_id: 'ces' };
      const secrets = [{ client_secret: 'of the provider' }, {}, {}, {}];
      await Promise.all(secrets.map((secret) => identity.bus.call(contract.putProvider, { ...given, ...secret })));
      expect((await providers().findOffered('users', given.name))?.client_secret).toBe('of the provider');
    }
  });

  it('vouch for no user while they are for operators', async () => {
    const company = { name: 'company', issuer: 'https://company.example', client_ids: ['shop-app'], client_id: 'ces' };
    const put = (operators: boolean) => identity.bus.call(contract.putProvider, { ...company, operators });
    await put(false);
    expect(await providers().findByIssuer(company.issuer)).toMatchObject([{ name: 'company' }]);
    await put(true);
    expect(await providers().findByIssuer(company.issuer)).toEqual([]);
  });

  it('are deleted once, and not found afterwards', async () => {
    await identity.bus.call(contract.putProvider, { name: 'short-lived', ...settings });
    expect(await identity.bus.call(contract.deleteProvider, { name: 'short-lived' })).toEqual({ deleted: true });
    const notFound = { code: 'provider-not-found' };
    await expect(identity.bus.call(contract.deleteProvider, { name: 'short-lived' })).rejects.toMatchObject(notFound);
    await expect(identity.bus.call(contract.getProvider, { name: 'short-lived' })).rejects.toMatchObject(notFound);
  });

  it('cannot be deleted while a user is connected through them', async () => {
    await identity.bus.call(contract.putProvider, { name: 'used', ...settings });
    await identity.bus.call(ensureConnection, { provider_name: 'used', owner_id: '1' });
    const deletion = identity.bus.call(contract.deleteProvider, { name: 'used' });
    await expect(deletion).rejects.toMatchObject({ code: 'provider-in-use' });
  });

  it('are either deleted or used when a deletion and a new connection run at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const name = `contested-${round}`;
      await identity.bus.call(contract.putProvider, { name, ...settings });
      const [connection, deletion] = await Promise.allSettled([
        identity.bus.call(ensureConnection, { provider_name: name, owner_id: '1' }),
        identity.bus.call(contract.deleteProvider, { name }),
      ]);
      expect(connection.status).not.toBe(deletion.status);
      const refusal = connection.status === 'rejected' ? connection : deletion;
      expect(refusal).toMatchObject({ reason: { code: expect.stringMatching(/^provider-(not-found|in-use)$/) } });
    }
  });
});
