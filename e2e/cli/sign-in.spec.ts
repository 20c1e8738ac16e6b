import type { CreatedClient } from '@ces/contracts/identity/clients';
import { eventually } from '@ces/testing/eventually';
import { Browser } from '@ces/testing/gateway/browser';
import { password } from '@ces/testing/gateway/registrations';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OauthWorld } from '../platform/oauth-world.js';
import { CesUser } from './run-ces.js';

describe('ces login', () => {
  let world: OauthWorld;
  let cli: CreatedClient;

  beforeAll(async () => {
    world = await OauthWorld.shared();
    const scopes = ['openid', 'profile', 'offline_access'];
    const wanted = { name: 'Tool', public: true, scopes, redirect_uris: ['http://127.0.0.1/'] };
    cli = (await world.platform.api.post('/api/1/admin/clients', wanted)).body as CreatedClient;
  });

  afterAll(() => world.stop());

  const begin = (...more: string[]) => {
    const user = new CesUser();
    const args = [
      'login',
      '--url',
      world.platform.url,
      '--public-client',
      cli.id,
      '--scope',
      'openid profile offline_access',
    ];
    const login = user.begin([...args, ...more]);
    const address = eventually(() => {
      const found = /Open (http\S+)/.exec(login.seen.remarks)?.[1];
      if (found === undefined) throw new Error(login.seen.remarks);
      return found;
    });
    return { user, login, address };
  };
  const credentials = () => ({ username: world.anna.username, password, action: 'sign-in' });
  const demandToken = async (user: CesUser): Promise<void> => {
    const text = readFileSync(join(user.env['CES_CONFIG_DIR'] ?? '', 'profiles.json'), 'utf8');
    const { profiles } = JSON.parse(text) as { profiles: { default: { access_token: string; refresh_token: string } } };
    expect(profiles.default.refresh_token).toMatch(/\w/);
    const api = world.platform.api.withToken(profiles.default.access_token);
    expect(await api.get('/api/1/user/person/me')).toMatchObject({
      status: 200,
      body: { user_id: world.anna.user_id },
    });
  };

  it('shows a code, which a person confirms in any browser', async () => {
    const { user, login, address } = begin();
    const browser = new Browser(world.platform.url);
    const confirm = await browser.submit(await browser.open(await address), {});
    const signIn = await browser.submit(confirm, { confirm: 'yes' });
    await browser.submit(await browser.submit(signIn, credentials()), { action: 'allow' });
    expect((await login.ended).code).toBe(0);
    await demandToken(user);
  });

  it('lets the browser of this machine come back', async () => {
    const { user, login, address } = begin('--browser');
    const browser = new Browser(world.platform.url);
    const consent = await browser.submit(await browser.open(await address), credentials());
    const back = await browser.submit(consent, { action: 'allow' });
    await fetch(back.url).catch(() => undefined);
    expect((await login.ended).code).toBe(0);
    await demandToken(user);
  });
});
