import { listen } from '@ces/service/start';
import { Platform } from '../platform/platform.js';
import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { freePort } from '@ces/local-stack/processes/free-port';
import { createGateway } from '../../apps/gateway/src/server/create-gateway.js';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config.js';

describe('/metrics', () => {
  let platform: Platform;
  const gateways: NestFastifyApplication[] = [];

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(async () => {
    for (const gateway of gateways) await gateway.close();
    await platform.stop();
  });

  const start = async (settings: Record<string, string> = {}) => {
    const config = testConfig(GatewayConfig, {
      PUBLIC_URL: platform.url,
      IDENTITY_URL: await platform.services.identity.getUrl(),
      ...platform.messaging.settings('gateway'),
      ...settings,
    });
    const gateway = await createGateway(config);
    gateways.push(gateway);
    await listen(gateway, config);
    return gateway;
  };

  it('is 404 on the public port, and on the port of a service', async () => {
    expect(await platform.api.get('/metrics')).toMatchObject({ status: 404, body: { code: 'route-not-found' } });
    for (const service of Object.values(platform.services)) {
      expect((await fetch(`${await service.getUrl()}/metrics`)).status).toBe(404);
    }
  });

  it('is the only path on METRICS_PORT, which listens on the loopback address by default', async () => {
    const port = await freePort();
    const gateway = await start({ METRICS_PORT: String(port) });
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(await answer.text()).toMatch(/^process_cpu_seconds_total \S+$/m);
    for (const path of ['/', '/livez', '/readyz', '/metrics/x']) {
      expect([path, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
    // A server that listens on all addresses would answer here.
    await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow();
    await gateway.close();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });

  it('is off by default, so that two replicas on one machine do not collide', async () => {
    const [first, second] = [await start(), await start()];
    for (const gateway of [first, second]) expect((await fetch(`${await gateway.getUrl()}/livez`)).status).toBe(200);
  });

  it('fails the start when its port is taken', async () => {
    const port = new URL(platform.url).port;
    await expect(start({ METRICS_PORT: port })).rejects.toThrow(
      `METRICS_PORT: 127.0.0.1:${port} cannot be listened on`,
    );
  });
});
