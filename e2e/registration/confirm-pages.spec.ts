import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { runInNewContext } from 'node:vm';
import { createGateway } from '../../apps/gateway/src/server/create-gateway.js';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config.js';

describe('the confirm pages', () => {
  let gateway: NestFastifyApplication;

  beforeAll(async () => {
    gateway = await createGateway(testConfig(GatewayConfig, {}));
  });

  afterAll(() => gateway.close());

  it.each([
    ['/delete-account', 'en_GB', 'Delete my account for good', '/api/1/user/delete/finish'],
    ['/delete-account', 'nl_NL', 'Mijn account voorgoed verwijderen', '/api/1/user/delete/finish'],
    ['/delete-account', 'de_DE', 'Mein Konto endgültig löschen', '/api/1/user/delete/finish'],
  ])('%s is written in %s', async (path, locale, button, endpoint) => {
    const page = await gateway.inject({ url: `${path}?locale=${locale}` });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-language']).toBe(locale.replace('_', '-'));
    expect(page.body).toContain(`<html lang="${locale.slice(0, 2)}">`);
    expect(page.body).toContain(`>${button}</button>`);
    expect(page.body).toContain(`data-endpoint="${endpoint}"`);
  });

  it.each(['/activate', '/delete-account', '/reset-password'])(
    '%s runs only its own scripts, and cannot be framed',
    async (url) => {
      const page = await gateway.inject({ url });
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
      expect(policy).not.toContain('unsafe');
      expect(page.body).not.toMatch(/<script(?! src)|<style| style=| on\w+=/);
      expect(page.headers['referrer-policy']).toBe('no-referrer');
      for (const [path, type] of [
        ['/pages/confirm.js', 'text/javascript'],
        ['/pages/activate.js', 'text/javascript'],
        ['/pages/reset.js', 'text/javascript'],
        ['/pages/renew.js', 'text/javascript'],
        ['/pages/page.css', 'text/css'],
      ] as const) {
        const asset = await gateway.inject({ url: path });
        expect([asset.statusCode, asset.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
      }
    },
  );

  /** Runs the page's script on its HTML; `answer` replies to the button. */
  const open = async (url: string, answer: () => Promise<{ ok: boolean; status: number }>) => {
    const html = (await gateway.inject({ url })).body;
    const script = (await gateway.inject({ url: '/pages/confirm.js' })).body;
    const [, attributes = ''] = /<main ([^>]*)>/.exec(html) ?? [];
    const data = [...attributes.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name = '', text = '']) => [name, text]);
    const dataset = Object.fromEntries(data) as Record<string, string>;
    const click: (() => Promise<void>)[] = [];
    const kept: (() => void)[] = [];
    const element = { textContent: '', hidden: true, disabled: false, focus: () => undefined };
    const parts = {
      confirm: { ...element, addEventListener: (_: string, act: () => Promise<void>) => click.push(act) },
      keep: { ...element, addEventListener: (_: string, act: () => void) => kept.push(act) },
      question: { ...element, hidden: false },
      status: { ...element },
    };
    const sent: { url: string; body: string }[] = [];
    const { hash, pathname, search } = new URL(url, 'http://ces.example');
    const addresses: string[] = [];
    runInNewContext(script, {
      document: { querySelector: () => ({ dataset }), getElementById: (id: keyof typeof parts) => parts[id] },
      location: { hash, pathname, search },
      history: { replaceState: (_: unknown, __: string, address: string) => addresses.push(address) },
      addEventListener: () => undefined,
      fetch: (to: string, { body }: { body: string }) => {
        sent.push({ url: to, body });
        return answer();
      },
      URLSearchParams,
    });
    return { parts, sent, addresses, dataset, press: async () => click[0]?.(), keep: () => kept[0]?.() };
  };
  const answering = (status: number) => () => Promise.resolve({ ok: status < 300, status });

  it('send the nonce of the fragment only when the button is pressed', async () => {
    const page = await open('/delete-account?locale=nl_NL#nonce=abc', answering(200));
    expect([page.parts.confirm.hidden, page.sent]).toEqual([false, []]);
    await page.press();
    expect(page.sent).toEqual([{ url: '/api/1/user/delete/finish', body: '{"nonce":"abc"}' }]);
    expect(page.parts.status.textContent).toBe('Je account is verwijderd.');
    expect([page.parts.confirm.hidden, page.parts.question.hidden]).toEqual([true, true]);
    expect(page.addresses).toEqual(['/delete-account?locale=nl_NL']);
  });

  it('offers to keep the account first, which sends nothing', async () => {
    const html = (await gateway.inject({ url: '/delete-account' })).body;
    expect(html).toMatch(
      /<button type="button" id="keep" hidden>.*<\/button>\n<button type="button" class="danger" id="confirm"/,
    );
    const page = await open('/delete-account?locale=en_GB#nonce=abc', answering(200));
    page.keep();
    expect(page.parts.status.textContent).toBe('Nothing was changed. You can close this page.');
    expect([page.parts.confirm.hidden, page.parts.keep.hidden, page.sent]).toEqual([true, true, []]);
  });

  it('show the name and the logo of the installation, and allow only this picture', async () => {
    const INSTALLATION_LOGO = 'https://shop.example/logo.svg?a=1&b=2';
    const own = await createGateway(testConfig(GatewayConfig, { INSTALLATION_NAME: 'Shop & Co', INSTALLATION_LOGO }));
    const page = await own.inject({ url: '/activate' });
    await own.close();
    expect(page.body).toContain(
      '<img src="https://shop.example/logo.svg?a=1&amp;b=2" alt="" height="32"><span>Shop &amp; Co</span>',
    );
    expect(String(page.headers['content-security-policy'])).toContain('img-src https://shop.example;');
  });

  it.each([
    [410, 'Dieser Link wurde schon benutzt oder ist abgelaufen.'],
    [400, 'Dieser Link ist nicht vollständig. Bitte öffnen Sie ihn noch einmal aus der Mail.'],
  ])('explain a %d, and offer no second try', async (status, words) => {
    const page = await open('/delete-account?locale=de_DE#nonce=abc', answering(status));
    await page.press();
    expect([page.parts.status.textContent, page.parts.confirm.hidden]).toEqual([words, true]);
    expect(page.addresses).toEqual([]);
  });

  it.each([
    ['the service is away', answering(503)],
    ['there is no network', () => Promise.reject(new Error('offline'))],
  ])('offer another try when %s', async (_, answer) => {
    const page = await open('/delete-account?locale=en_GB#nonce=abc', answer);
    await page.press();
    expect(page.parts.status.textContent).toBe('That did not work. Please try again in a moment.');
    expect([page.parts.confirm.hidden, page.parts.confirm.disabled]).toEqual([false, false]);
  });

  it('have no button for a link without a nonce', async () => {
    const page = await open('/delete-account?locale=en_GB', answering(200));
    expect(page.parts.confirm.hidden).toBe(true);
    expect(page.parts.status.textContent).toBe(page.dataset['invalid']);
  });

  it('refuse an unknown locale', async () => {
    expect((await gateway.inject({ url: '/activate?locale=x' })).statusCode).toBe(400);
  });
});
