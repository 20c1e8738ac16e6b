import { eventually } from '@ces/testing/eventually';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { testConfig } from '@ces/testing/services/test-config';
import { StorageType } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setTimeout } from 'node:timers/promises';
import { register } from 'prom-client';
import { GatewayConfig } from '../gateway.config.js';
import { createGateway } from '../server/create-gateway.js';

describe('the header RateLimit', () => {
  let messaging: GuardedNats;
  let gateway: NestFastifyApplication;

  beforeAll(async () => {
    messaging = await GuardedNats.start();
    const settings = { RATE_LIMIT_PER_ADDRESS: '10', ...messaging.settings('gateway') };
    gateway = await createGateway(testConfig(GatewayConfig, settings));
    await gateway.init();
  });

  afterAll(async () => {
    await gateway.close();
    await messaging.stop();
  });

  const remaining = async (): Promise<number> => {
    const { headers } = await gateway.inject({ url: '/api/1/nothing' });
    return Number(/^"address";r=(\d+);t=1$/.exec(String(headers['ratelimit']))?.[1]);
  };

  it('tells what the bucket has, although the gateway draws one token at a time', async () => {
    await eventually(async () => {
      expect(await remaining()).toBe(9);
    });
    const next = [await remaining(), await remaining(), await remaining()];
    expect(Math.min(...next)).toBeGreaterThanOrEqual(6);
    expect(Math.max(...next)).toBeLessThan(10);
    const flood = await Promise.all(Array.from({ length: 20 }, remaining));
    expect(Math.min(...flood)).toBe(0);
  });

  it('tells after a rest that the bucket is full again', async () => {
    await setTimeout(1_100);
    expect(await remaining()).toBe(9);
  });
});

describe('the bucket of an earlier version', () => {
  let messaging: GuardedNats;
  let gateway: NestFastifyApplication;
  let bucket: string;

  beforeAll(async () => {
    messaging = await GuardedNats.start();
    const { nats } = messaging;
    bucket = `KV_${nats.bucketOf('rate')}`;
    const old = { storage: StorageType.Memory, history: 1, ttl: 60_000 };
    await new Kvm(await nats.connection()).create(nats.bucketOf('rate'), old);
    const settings = { RATE_LIMIT_PER_ADDRESS: '3', ...messaging.settings('gateway') };
    gateway = await createGateway(testConfig(GatewayConfig, settings));
    await gateway.init();
  });

  afterAll(async () => {
    await gateway.close();
    await messaging.stop();
  });

  it('gets a limit, so that its fill is no alarm', async () => {
    const { streams } = await messaging.nats.manager();
    expect((await streams.info(bucket)).config.max_bytes).toBe(-1);
    await eventually(async () => {
      const { headers } = await gateway.inject({ url: '/api/1/nothing' });
      expect(headers['ratelimit']).toBeDefined();
      expect((await streams.info(bucket)).config.max_bytes).toBe(32 * 1_024 * 1_024);
    }, 20_000);
    const { values } = (await register.getSingleMetric('ces_stream_fill_ratio')?.get()) ?? { values: [] };
    expect(values.find(({ labels }) => labels['stream'] === bucket)?.value).toBeLessThan(0.8);
  });
});
