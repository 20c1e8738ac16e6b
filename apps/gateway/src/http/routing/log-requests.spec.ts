import { freePort } from '@ces/local-stack/processes/free-port';
import { JsonLogger } from '@ces/service/logging/logger';
import { testConfig } from '@ces/testing/services/test-config';
import { eventually } from '@ces/testing/eventually';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { register } from 'prom-client';
import { RawCaller } from '../../../test/raw-request.js';
import { GatewayConfig } from '../../gateway.config.js';
import { createGateway } from '../../server/create-gateway.js';

describe('the access log', () => {
  let gateway: NestFastifyApplication | undefined;

  afterEach(async () => {
    await gateway?.close();
  });

  async function start(share: string, identityPort: number) {
    const IDENTITY_URL = `http://127.0.0.1:${identityPort}`;
    const given = { IDENTITY_URL, RATE_LIMIT_PER_ADDRESS: 'off', ACCESS_LOG_SHARE: share };
    const app = await createGateway(testConfig(GatewayConfig, given));
    gateway = app;
    const lines: Record<string, unknown>[] = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
    app.useLogger(new JsonLogger('gateway', 'info', { write }));
    return { app, linesSoFar: () => lines.filter(({ context }) => context === 'Access') };
  }

  /** The lines of requests to a gateway whose identity service is away. */
  async function linesWith(share: string, ...urls: string[]): Promise<Record<string, unknown>[]> {
    const { app, linesSoFar } = await start(share, await freePort());
    for (const url of urls) await app.inject({ url, headers: { 'x-request-id': 'mine' } });
    return linesSoFar();
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
    expect(lines).toMatchObject([{ level: 40, route: 'GET /oauth2/authorize', status: 503 }]);
  });

  it('has one line without a status for a request whose caller goes away before the answer, and the metrics count it', async () => {
    const pending: ServerResponse[] = [];
    const identity = createServer((request, response) => {
      if (request.url === '/oauth2/authorize') pending.push(response);
      else response.writeHead(503).end();
    }).listen(0, '127.0.0.1');
    await once(identity, 'listening');
    const { app, linesSoFar } = await start('1', (identity.address() as AddressInfo).port);
    await app.listen(0, '127.0.0.1');
    const caller = new RawCaller(await app.getUrl()).begin({ method: 'GET', path: '/oauth2/authorize' }, 0);
    await eventually(() => {
      expect(pending.length).toBe(1);
    });
    caller.end();
    await eventually(() => {
      expect(linesSoFar()).toHaveLength(1);
    });
    // The gateway still gets identity's answer, and nobody listens any more.
    pending[0]?.end();
    await (await fetch(`${await app.getUrl()}/api/1/nowhere`)).text();
    identity.close();
    identity.closeAllConnections();
    const [line, other, ...more] = linesSoFar();
    expect(line).toMatchObject({
      level: 30,
      route: 'GET /oauth2/authorize',
      aborted: true,
      ms: expect.any(Number) as number,
    });
    expect(line).not.toHaveProperty('status');
    expect(other).toMatchObject({ route: 'unmatched', status: 404 });
    expect(other).not.toHaveProperty('aborted');
    expect(more).toEqual([]);
    const metrics = await register.getSingleMetricAsString('ces_http_request_seconds');
    expect(metrics).toContain('ces_http_request_seconds_count{route="GET /oauth2/authorize",status="aborted"} 1');
  });
});
