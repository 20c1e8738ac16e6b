import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config.js';
import { createGateway } from '../../apps/gateway/src/server/create-gateway.js';
import { OpenPage, type ScriptAnswer } from '../platform/open-page.js';

describe('the page for a new password', () => {
  let gateway: NestFastifyApplication;

  beforeAll(async () => {
    gateway = await createGateway(testConfig(GatewayConfig, {}));
  });

  afterAll(() => gateway.close());

  const open = (url: string, ...answers: (ScriptAnswer | Error)[]) =>
    OpenPage.open(url, async (path) => (await gateway.inject({ url: path })).body, answers);
  const shown = (page: OpenPage) => page.shownOf('fresh', 'renewal');
  const link = '/reset-password?locale=en_GB#nonce=abc';

  it.each([
    ['en_GB', 'Set the password', 'Send a new mail'],
    ['nl_NL', 'Wachtwoord instellen', 'Nieuwe mail sturen'],
    ['de_DE', 'Passwort festlegen', 'Neue Mail senden'],
  ])('is written in %s', async (locale, ...buttons) => {
    const page = await gateway.inject({ url: `/reset-password?locale=${locale}` });
    expect(page.headers['content-language']).toBe(locale.replace('_', '-'));
    for (const button of buttons) expect(page.body).toContain(`>${button}</button>`);
    expect(page.body).not.toContain('undefined');
  });

  it('sets the password when the form is sent, and not before', async () => {
    const page = await open(link, { status: 400, code: 'validation-failed' }, { status: 204 });
    expect([shown(page), page.sent]).toEqual([['fresh'], []]);
    await page.act('fresh', 'short');
    expect([page.status, shown(page)]).toEqual(['The password must have 8 to 256 characters.', ['fresh']]);
    await page.act('fresh', 'my own password');
    const endpoint = '/api/1/user/password/reset?locale=en_GB';
    expect(page.sent.at(-1)).toEqual([endpoint, { nonce: 'abc', password: 'my own password' }]);
    expect(page.status).toBe('Your new password is set. You can go back to where you came from and sign in.');
    expect([shown(page), page.addresses]).toEqual([[], ['/reset-password?locale=en_GB']]);
  });

  it.each<[ScriptAnswer | Error, string, string[]]>([
    [{ status: 410, code: 'nonce-gone' }, 'This link was used already or has expired.', ['renewal']],
    [{ status: 400, code: 'nonce-invalid' }, 'This link is not complete.', []],
    [{ status: 503, code: 'service-unavailable' }, 'That did not work.', ['fresh']],
    [new Error('offline'), 'That did not work.', ['fresh']],
  ])('explains %j', async (answer, words, parts) => {
    const page = await open(link, answer);
    await page.act('fresh', 'my own password');
    expect(page.status).toContain(words);
    expect(shown(page)).toEqual(parts);
  });

  it('sends a new mail for a link that is gone', async () => {
    const sent = { status: 200, body: { sent: true, at: '2026-11-21T09:30:00.000Z' } };
    const page = await open(link, { status: 410, code: 'nonce-gone' }, sent);
    await page.act('fresh', 'my own password');
    await page.act('renewal');
    expect(page.sent.at(-1)).toEqual(['/api/1/user/password/renew?locale=en_GB', { nonce: 'abc' }]);
    expect([page.status, shown(page)]).toEqual(['A new mail is on its way to the address that got this link.', []]);
  });

  it('sends nothing for a link without a nonce', async () => {
    const page = await open('/reset-password?locale=en_GB');
    expect([page.status, shown(page)]).toEqual([expect.stringContaining('This link is not complete.'), []]);
  });
});
