import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createGateway } from '../../apps/gateway/src/server/create-gateway.js';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config.js';
import { OpenPage, type ScriptAnswer } from '../platform/open-page.js';

const registration = {
  client: 'Shop <1>',
  username: 'anna@example.com',
  firstName: 'Anna',
  infix: '',
  lastName: 'Berg',
  registered_at: '2026-11-21T09:30:00.000Z',
};

describe('the activation page', () => {
  let gateway: NestFastifyApplication;

  beforeAll(async () => {
    gateway = await createGateway(testConfig(GatewayConfig, {}));
  });

  afterAll(() => gateway.close());

  const open = async (url: string, ...answers: (ScriptAnswer | Error)[]) => {
    const load = async (path: string) => (await gateway.inject({ url: path })).body;
    return OpenPage.open(url, load, answers);
  };
  const shown = (page: OpenPage) => page.shownOf('registration', 'known', 'fresh', 'removal', 'renewal');
  const link = '/activate?locale=en_GB#nonce=abc';
  const fine = { status: 200, body: registration };

  it.each([
    ['en_GB', 'Activate my account', 'This was not me'],
    ['nl_NL', 'Mijn account activeren', 'Dit was ik niet'],
    ['de_DE', 'Mein Konto aktivieren', 'Das war ich nicht'],
  ])('is written in %s', async (locale, activate, reject) => {
    const page = await gateway.inject({ url: `/activate?locale=${locale}` });
    expect(page.headers['content-language']).toBe(locale.replace('_', '-'));
    for (const button of [activate, reject]) expect(page.body).toContain(`>${button}</button>`);
    expect(page.body).not.toContain('undefined');
  });

  it('shows the name, the client and the time of the registration, and changes nothing by itself', async () => {
    const page = await open(link, fine);
    expect(page.sent).toEqual([['/api/1/user/activator/registration', { nonce: 'abc' }]]);
    const facts = ['client', 'name', 'username'].map((id) => page.part(id).textContent);
    expect(facts).toEqual(['Shop <1>', 'Anna Berg', 'anna@example.com']);
    expect(page.part('registered').textContent).toContain('21 November 2026');
    expect([shown(page), page.status]).toEqual([['registration', 'known'], '']);
  });

  it('activates the account with the password of the registration', async () => {
    const page = await open(link, fine, { status: 400, code: 'password-wrong' }, fine);
    await page.act('known', 'wrong horse');
    expect(page.status).toBe('The password is wrong. You can try again, or set a new one.');
    expect([shown(page), page.addresses]).toEqual([['registration', 'known'], []]);
    await page.act('known', 'correct horse');
    expect(page.sent.at(-1)).toEqual(['/api/1/user/activator/confirm', { nonce: 'abc', password: 'correct horse' }]);
    expect([page.status, shown(page)]).toEqual(['Thank you! Your account is active, and you can sign in.', []]);
    expect(page.addresses).toEqual(['/activate?locale=en_GB']);
  });

  it('sets a new password', async () => {
    const page = await open(link, fine, { status: 400, code: 'validation-failed' }, fine);
    await page.act('choose-new');
    expect(shown(page)).toEqual(['registration', 'fresh']);
    await page.act('fresh', 'short');
    expect(page.status).toBe('The password must have 8 to 256 characters.');
    await page.act('fresh', 'my own password');
    expect(page.sent.at(-1)).toEqual(['/api/1/user/activator/password', { nonce: 'abc', password: 'my own password' }]);
    expect(page.status).toBe('Thank you! Your account is active, and you can sign in.');
  });

  it('removes the registration after a confirmation', async () => {
    const page = await open(link, fine, fine);
    await page.act('not-me');
    expect([shown(page), page.sent.length]).toEqual([['registration', 'removal'], 1]);
    await page.act('removal');
    expect(page.sent.at(-1)).toEqual(['/api/1/user/activator/reject', { nonce: 'abc' }]);
    expect([page.status, shown(page)]).toEqual(['The registration has been removed. Thank you for telling us.', []]);
  });

  it.each<[ScriptAnswer | Error, string]>([
    [{ status: 410, code: 'nonce-gone' }, 'This link was used already or has expired.'],
    [{ status: 400, code: 'nonce-invalid' }, 'This link is not complete.'],
    [{ status: 503, code: 'service-unavailable' }, 'That did not work.'],
    [new Error('offline'), 'That did not work.'],
  ])('explains %j', async (answer, words) => {
    const page = await open(link, answer);
    expect(page.status).toContain(words);
    expect(shown(page)).toEqual(words.includes('expired') ? ['renewal'] : []);
  });

  it.each<[ScriptAnswer | Error, string]>([
    [{ status: 200, body: { sent: true, at: '2026-11-21T09:30:00.000Z' } }, 'A new mail is on its way'],
    [{ status: 200, body: { sent: false, at: '2026-11-21T09:30:00.000Z' } }, 'The new mail goes out on 21 Nov 2026, '],
    [{ status: 429, code: 'rate-limited', retryAfter: '40' }, 'you can ask for another one on '],
    [{ status: 409, code: 'user-activated' }, 'Your account is active already.'],
    [{ status: 410, code: 'nonce-gone' }, 'This link belongs to nothing any more.'],
    [{ status: 503, code: 'service-unavailable' }, 'That did not work.'],
    [new Error('offline'), 'That did not work.'],
  ])('sends a new mail for a link that is gone, or says why not: %j', async (answer, words) => {
    const page = await open(link, { status: 410, code: 'nonce-gone' }, answer);
    await page.act('renewal');
    expect(page.sent.at(-1)).toEqual(['/api/1/user/activator/renew?locale=en_GB', { nonce: 'abc' }]);
    expect(page.status).toContain(words);
    expect(page.status).not.toMatch(/[{}]/);
    expect(shown(page)).toEqual(words.startsWith('That') ? ['renewal'] : []);
  });

  it('shows how long to wait after too many wrong passwords', async () => {
    const page = await open(link, fine, { status: 429, code: 'rate-limited', retryAfter: '40' });
    await page.act('known', 'wrong horse');
    expect(page.status).toBe('Too many wrong passwords. Please wait 40 seconds, then try again.');
  });

  it('sends nothing for a link without a nonce', async () => {
    const page = await open('/activate?locale=en_GB');
    expect([page.sent, page.status]).toEqual([[], 'This link is not complete. Please open it again from the mail.']);
  });
});
