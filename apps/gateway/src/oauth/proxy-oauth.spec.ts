import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { freePort } from '@ces/local-stack/processes/free-port';
import { createGateway } from '../server/create-gateway.js';
import { GatewayConfig } from '../gateway.config.js';

describe('OAuth while the identity service is away', () => {
  let gateway: NestFastifyApplication;

  beforeAll(async () => {
    const identity = `http://127.0.0.1:${await freePort()}`;
    gateway = await createGateway(testConfig(GatewayConfig, { IDENTITY_URL: identity, RATE_LIMIT_PER_ADDRESS: 'off' }));
    await gateway.init();
  });

  afterAll(() => gateway.close());

  const ask = async (url: string, accept = '*/*') => {
    const answer = await gateway.inject({ url, headers: { accept } });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    return answer;
  };

  it('answers 503 in the form of RFC 6749', async () => {
    for (const accept of ['*/*', 'application/json']) {
      expect((await ask('/oauth2/authorize', accept)).json()).toEqual({
        error: 'temporarily_unavailable',
        error_description: 'The identity service does not answer.',
      });
    }
    expect((await ask('/oauth2/token', 'text/html')).json()).toMatchObject({ error: 'temporarily_unavailable' });
  });

  it('answers 503 with a page to a browser', async () => {
    const { headers, body } = await ask('/oauth2/authorize', 'text/html,*/*;q=0.8');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<p>The identity service does not answer.</p>');
  });

  it('answers 503 with a problem document for the metadata', async () => {
    const { headers, body } = await ask('/.well-known/openid-configuration', 'text/html');
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(JSON.parse(body)).toMatchObject({
      status: 503,
      code: 'service-unavailable',
      request_id: expect.any(String),
    });
  });

  it('answers OPTIONS by itself', async () => {
    const answer = await gateway.inject({ method: 'OPTIONS', url: '/oauth2/token' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([204, 'POST, OPTIONS']);
  });

  it('refuses a malformed locale before it asks identity, in the same form', async () => {
    const answer = await gateway.inject({ url: '/oauth2/authorize?locale=english' });
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
  });
});
