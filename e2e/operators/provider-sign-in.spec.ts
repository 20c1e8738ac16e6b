import type { InvitedOperator } from '@ces/contracts/identity/operators/operators';
import { Browser, type Page } from '@ces/testing/gateway/browser';
import { openSignIn } from '@ces/testing/gateway/user-tokens';
import { randomUUID } from 'node:crypto';
import { codeOf, stepAt } from '../../apps/identity/src/operators/factors/totp.js';
import { OpenIdProvider } from '../platform/openid-provider.js';
import { OperatorWorld } from '../platform/operator-world.js';
import { Platform } from '../platform/platform.js';

const operators = '/api/1/admin/operators';

describe("an operator's sign-in through the company's provider", () => {
  let platform: Platform;
  let theirs: OpenIdProvider;

  beforeAll(async () => {
    platform = await Platform.shared();
    const client = { id: 'ces', secret: 'their secret', redirectUri: `${platform.url}/oauth2/callback` };
    theirs = await OpenIdProvider.start(client);
    await put({ client_id: client.id, client_secret: client.secret });
  });

  afterAll(async () => {
    await platform.api.send('DELETE', '/api/1/admin/providers/company');
    await platform.stop();
    await theirs.stop();
  });

  const put = (more: object) => {
    const body = { issuer: theirs.issuer, client_ids: [], operators: true, ...more };
    return platform.api.put('/api/1/admin/providers/company', body);
  };
  const titleOf = ({ html }: Page) => /<h1>(.*)<\/h1>/.exec(html)?.[1];
  /** The page after the provider has vouched for these claims. */
  const through = async (browser: Browser, claims: { sub: string; [claim: string]: unknown }): Promise<Page> => {
    theirs.claims = claims;
    const form = await browser.open('/console/sign-in?return_to=/console/customers');
    const left = await browser.submit(form, { action: 'provider:company' });
    expect(left.url).toMatch(`${theirs.issuer}/auth?`);
    return browser.open((await new Browser(theirs.issuer).open(left.url)).url);
  };
  const vouched = (email: string, sub = email) => ({ sub, email, email_verified: true });
  const invite = async () => {
    const email = `${randomUUID()}@shop.example`;
    return (await platform.api.post(operators, { name: 'Ida', email, role: 'support' })).body as InvitedOperator;
  };
  const sessionIn = async (browser: Browser) => {
    const headers = { cookie: `ces_console=${browser.cookie('ces_console') ?? ''}` };
    const answer = await fetch(`${platform.url}/console/session`, { headers });
    return (await answer.json()) as object;
  };
  const inside = () => `${platform.url}/console/customers`;

  it('is offered to operators and not to customers, and asks for the address', async () => {
    const browser = new Browser(platform.url);
    const form = await browser.open('/console/sign-in');
    expect(form.html).toContain('Sign in with company');
    expect((await openSignIn(platform)).page.html).not.toContain('company');
    const asked = new URL((await browser.submit(form, { action: 'provider:company' })).url).searchParams;
    expect(asked.get('scope')).toBe('openid email');
    expect((await put({ client_id: null })).status).toBe(400);
    expect((await put({ operators: null })).status).toBe(400);
    expect((await platform.api.get('/api/1/admin/providers/company')).body).toMatchObject({ operators: true });
  });

  it('opens the console to the operator of the address, also to one who has chosen no password', async () => {
    const { id, email } = await invite();
    const browser = new Browser(platform.url);
    expect((await through(browser, vouched(email.toUpperCase()))).url).toBe(inside());
    expect(await sessionIn(browser)).toMatchObject({ operator: { id, name: 'Ida', role: 'support' } });
    expect((await platform.api.get(`${operators}/${id}`)).body).toMatchObject({ state: 'active' });
  });

  it('knows the person by the account there afterwards, until an owner invites anew', async () => {
    const { id, email } = await invite();
    const again = async (claims: ReturnType<typeof vouched>) =>
      (await through(new Browser(platform.url), claims)).status;
    const browser = new Browser(platform.url);
    await through(browser, vouched(email, 'first'));
    expect((await through(browser, vouched('married@shop.example', 'first'))).url).toBe(inside());
    expect(await sessionIn(browser)).toMatchObject({ operator: { id, email } });
    expect(await again(vouched(email, 'successor'))).toBe(403);
    await platform.api.post(`${operators}/${id}:invite`);
    expect(await again(vouched(email, 'successor'))).toBe(404);
    expect(await again(vouched(email, 'first'))).toBe(403);
  });

  it('asks for the second factor of the operator', async () => {
    const world = await OperatorWorld.signedIn(platform, 'support');
    const { secret } = (await world.call('POST', '/console/factors/totp')).body as { secret: string };
    const step = stepAt(Date.now());
    await world.call('POST', '/console/factors/totp:confirm', { body: { code: codeOf(secret, step) } });
    const page = await through(world.browser, vouched(world.operator.email));
    expect([page.status, page.html.includes('name="code"')]).toEqual([200, true]);
    expect((await world.browser.submit(page, { code: codeOf(secret, step + 1) })).url).toBe(inside());
  });

  it('is refused to strangers, to blocked operators, and without a confirmed address; nobody is made', async () => {
    const { email } = await invite();
    const blocked = await invite();
    await platform.api.send('PATCH', `${operators}/${blocked.id}`, { body: { state: 'blocked' } });
    const before = (await platform.api.get(operators)).body as object[];
    const claims = [
      vouched('stranger@shop.example'),
      vouched(blocked.email),
      ...[{ email, email_verified: false }, { email, email_verified: 'true' }, { email }, { email_verified: true }],
    ];
    for (const each of claims) {
      const page = await through(new Browser(platform.url), { sub: 'stranger', ...each });
      expect([page.status, titleOf(page)]).toEqual([403, 'You cannot open the console']);
    }
    expect((await platform.api.get(operators)).body).toHaveLength(before.length);
  });

  it('says so when the provider refuses or does not answer', async () => {
    const browser = new Browser(platform.url);
    expect((await through(browser, { sub: 'alice', nonce: 'another' })).html).toContain('role="alert"');
    theirs.broken = 502;
    expect((await through(browser, { sub: 'alice' })).status).toBe(503);
    theirs.broken = undefined;
  });
});
