import { freePort } from '@ces/local-stack/processes/free-port';
import { JsonLogger } from '@ces/service/logging/logger';
import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { GatewayConfig } from '../../gateway.config.js';
import { createGateway } from '../../server/create-gateway.js';

describe('the access log', () => {
  let gateway: NestFastifyApplication | undefined;

  afterEach(async () => {
    await gateway?.close();
  });

  /** The lines of requests to a gateway whose identity service is away. */
  async function linesWith(share: string, ...urls: string[]): Promise<Record<string, unknown>[]> {
    const IDENTITY_URL = `http://127.0.0.1:${await freePort()}`;
    const given = { IDENTITY_URL, RATE_LIMIT_PER_ADDRESS: 'off', ACCESS_LOG_SHARE: share };
    const app = await createGateway(testConfig(GatewayConfig, given));
    gateway = app;
    const lines: Record<string, unknown>[] = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
    app.useLogger(new JsonLogger('gateway', 'info', { write }));
    for (const url of urls) await app.inject({ url, headers: { 'x-request-id': 'mine' } });
    return lines.filter(({ context }) => context === 'Access');
  }

  it('has one line per request with route, status, time and request id, and none for probes', async () => {
    const urls = ['/api/1/terminal/u1/events?limit=1', '/api/1/nowhere/u1', '/livez', '/readyz'];
    const line = { level: 30, service: 'gateway', request_id: 'mine', ms: expect.any(Number) as number };
    expect(await linesWith('1', ...urls)).toMatchObject([
      { ...line, route: 'GET /api/1/terminal/{user_id}/events', status: 401 },
      { ...line, route: 'unmatched', status: 404 },
    ]);
  });

  it('always has a line, as a warning, for a request that fails with 5xx', async () => {
    const lines = await linesWith('0', '/api/1/nowhere', '/oauth2/authorize');
    expect(lines).toMatchObject([{ level: 40, route: 'GET /oauth2/*', status: 503 }]);
  });
});
