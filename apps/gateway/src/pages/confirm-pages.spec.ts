import { testConfig } from '@ces/testing/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createGateway } from '../create-gateway.js';
import { GatewayConfig } from '../gateway.config.js';

describe('the confirm pages', () => {
  let gateway: NestFastifyApplication;

  beforeAll(async () => {
    gateway = await createGateway(testConfig(GatewayConfig, {}));
  });

  afterAll(() => gateway.close());

  it.each([
    ['/activate', 'en_GB', 'Activate my account', '/api/1/user/activator/uniquelink'],
    ['/activate', 'nl_NL', 'Mijn account activeren', '/api/1/user/activator/uniquelink'],
    ['/activate', 'de_DE', 'Mein Konto aktivieren', '/api/1/user/activator/uniquelink'],
    ['/delete-account', 'en_GB', 'Delete my account for good', '/api/1/user/delete/finish'],
    ['/delete-account', 'nl_NL', 'Mijn account voorgoed verwijderen', '/api/1/user/delete/finish'],
    ['/delete-account', 'de_DE', 'Mein Konto endgültig löschen', '/api/1/user/delete/finish'],
  ])('%s speaks %s', async (path, locale, button, endpoint) => {
    const page = await gateway.inject({ url: `${path}?locale=${locale}` });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-language']).toBe(locale.replace('_', '-'));
    expect(page.body).toContain(`<html lang="${locale.slice(0, 2)}">`);
    expect(page.body).toContain(`>${button}</button>`);
    expect(page.body).toContain(`data-endpoint="${endpoint}"`);
  });

  it('run only their own script, and let nobody frame them', async () => {
    const page = await gateway.inject({ url: '/activate' });
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(page.body).not.toMatch(/<script(?! src)|<style| style=| on\w+=/);
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    for (const [path, type] of [
      ['/pages/confirm.js', 'text/javascript'],
      ['/pages/confirm.css', 'text/css'],
    ] as const) {
      const asset = await gateway.inject({ url: path });
      expect([asset.statusCode, asset.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
    }
  });

  it('refuse a locale that is none', async () => {
    expect((await gateway.inject({ url: '/activate?locale=x' })).statusCode).toBe(400);
  });
});
