import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import type { NewClient } from '@ces/contracts/identity/clients';
import { Browser, type Page } from '@ces/testing/gateway/browser';
import { newName, password } from '@ces/testing/gateway/registrations';
import { openSignIn } from '@ces/testing/gateway/user-tokens';
import { callback, Platform } from '../platform/platform.js';

const perHour = 3;

describe('the limits of the pages of a registration', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({ SIGN_UPS_PER_ADDRESS_AN_HOUR: String(perHour), TRUST_PROXY: '127.0.0.0/8' });
  });

  afterAll(() => platform.stop());

  const newClient = async (more: Partial<NewClient>): Promise<ClientWithSecret> => {
    const wanted = {
      name: 'App',
      first_party: true,
      redirect_uris: [callback],
      scopes: ['openid', 'profile'],
      ...more,
    };
    return (await platform.api.post('/api/1/admin/clients', wanted)).body as ClientWithSecret;
  };
  const openFrom = (address: string, client_id: string, more: Record<string, string> = {}) =>
    openSignIn(
      platform,
      { client_id, scope: 'openid profile', ...more },
      new Browser(platform.url, { 'x-forwarded-for': address }),
    );
  const titleOf = ({ html }: Page) => /<h1>(.*)<\/h1>/.exec(html)?.[1];
  const begin = async (address: string, client_id: string, username = newName()): Promise<Page> => {
    const { browser, page } = await openFrom(address, client_id, { prompt: 'create' });
    return browser.submit(page, { username, password, action: 'next' });
  };

  it('let one network begin so many in an hour, also for names that are taken, and then ask to wait', async () => {
    const { id } = await newClient({ public: true });
    const username = newName();
    for (let n = 0; n < perHour; n += 1) {
      const page = await begin(`2001:db8:0:1::${n}`, id, username);
      expect([titleOf(page), page.status]).toEqual(['About you', 200]);
    }
    for (const name of [username, newName()]) {
      const refused = await begin('2001:db8:0:1::ffff', id, name);
      expect([titleOf(refused), refused.status]).toEqual(['Create an account', 429]);
      expect(refused.html).toContain('Too many attempts. Please wait');
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(3_500);
      expect(wait).toBeLessThanOrEqual(3_600);
    }
    expect(titleOf(await begin('2001:db8:0:2::1', id))).toBe('About you');
  });

  it('count no form that cannot make an account', async () => {
    const { id } = await newClient({ public: true });
    const { browser, page } = await openFrom('192.0.2.1', id, { prompt: 'create' });
    for (let n = 0; n <= perHour; n += 1) {
      const refused = await browser.submit(page, { username: newName(), password: 'short', action: 'next' });
      expect(refused.status).toBe(400);
    }
    expect(titleOf(await begin('192.0.2.1', id))).toBe('About you');
  });

  it('show them to the users of public clients and of clients with the scope registration only', async () => {
    const [app, shop, other] = [
      await newClient({ public: true }),
      await newClient({ scopes: ['openid', 'profile', 'registration'] }),
      await newClient({}),
    ];
    for (const { id } of [app, shop]) {
      expect((await openFrom('192.0.2.2', id)).page.html).toContain('value="create"');
      expect(titleOf((await openFrom('192.0.2.2', id, { prompt: 'create' })).page)).toBe('Create an account');
    }
    const { browser, page } = await openFrom('192.0.2.2', other.id);
    expect(titleOf(page)).toBe('Sign in');
    expect(page.html).not.toContain('value="create"');
    const provider = { issuer: 'https://login.example.com', client_ids: [], client_id: 'ces' };
    await platform.api.put('/api/1/admin/providers/acme', provider);
    const unknown = await browser.open(`${page.url}?provider=acme&outcome=unknown`);
    expect(titleOf(unknown)).toBe('No account here yet');
    expect(unknown.html).not.toContain('value="create"');
    expect(unknown.html).not.toContain('Create an account');
    const error = (answer: Page) => new URL(answer.url).searchParams.get('error');
    const form = { step: 'account', username: newName(), password, action: 'next' };
    const body = new URLSearchParams(form);
    expect(error(await browser.open(`${page.url}/create`, { method: 'POST', body }))).toBe('unauthorized_client');
    expect(error((await openFrom('192.0.2.2', other.id, { prompt: 'create' })).page)).toBe('unauthorized_client');
  });
});
