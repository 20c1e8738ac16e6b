import { describeIfSet } from '@ces/testing/describe-if-set';
import { freePort } from '@ces/local-stack/processes/free-port';
import { eventually } from '@ces/testing/eventually';
import { Balancer } from '@ces/testing/servers/balancer';
import type { DatabaseConfig } from '@ces/service/config/config';
import { testConfig } from '@ces/testing/services/test-config';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { CampaignsConfig } from '../../apps/campaigns/src/campaigns.config.js';
import { CardsConfig } from '../../apps/cards/src/cards.config.js';
import { EventsConfig } from '../../apps/events/src/events.config.js';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config.js';
import { createGateway } from '../../apps/gateway/src/server/create-gateway.js';
import { IdentityConfig } from '../../apps/identity/src/identity.config.js';
import { SegmentsConfig } from '../../apps/segments/src/segments.config.js';
import { WebhooksConfig } from '../../apps/webhooks/src/webhooks.config.js';
import { EventWorld } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';
import { Pod } from '../platform/pod.js';
import { manifestOf, Rollout } from '../platform/rollout.js';

const configs = {
  identity: IdentityConfig,
  events: EventsConfig,
  cards: CardsConfig,
  segments: SegmentsConfig,
  webhooks: WebhooksConfig,
  campaigns: CampaignsConfig,
};
type DatabaseService = keyof typeof configs;
type Name = DatabaseService | 'gateway';
const services = Object.keys(configs) as DatabaseService[];
const names: Name[] = [...services, 'gateway'];

/** As deploy/kubernetes says it: probes, preStop, draining, grace and surge. */
describeIfSet('CLUSTERS')('the replacement of two replicas of each service, one after the other, under load', () => {
  let platform: Platform;
  let world: EventWorld;
  let front: Balancer;
  let issuer: Balancer;
  let callers: Pool;
  const rollouts = new Map<Name, Rollout>();
  const settings = new Map<Name, Record<string, string>>();
  const faults: string[] = [];
  const report = (fault: string): void => {
    faults.push(fault);
  };
  const endpointsOf = (name: Name) => (): readonly string[] => rollouts.get(name)?.endpoints ?? [];

  /** The settings by which a process reaches the platform's servers, instead of those of the manifest. */
  const settingsOf = (name: Name): Record<string, string> => {
    const { SECRETS_KEY, SMTP_URL } = platform.services.identity.get(IdentityConfig);
    const shared = {
      PUBLIC_URL: platform.url,
      NATS_REPLICAS: '1',
      ...platform.messaging.settings(name),
    };
    if (name === 'gateway') {
      const limits = { RATE_LIMIT: 'off', RATE_LIMIT_PER_ADDRESS: 'off', MAX_CONNECTIONS: 'off' };
      return { ...shared, ...limits, IDENTITY_URL: issuer.url };
    }
    const { DATABASE_URL } = platform.services[name]?.get<DatabaseConfig>(configs[name]) ?? { DATABASE_URL: '' };
    const keys = { SECRETS_KEY: SECRETS_KEY.join(','), SMTP_URL };
    return { ...shared, ...keys, DATABASE_URL, DATABASE_POOLER: '', NATS_STREAM_MIB: '256' };
  };

  /** The processes then get all calls. */
  const endPlatformServices = async (): Promise<void> => {
    for (const name of services) {
      await platform.services[name]?.close();
      Reflect.deleteProperty(platform.services, name);
    }
  };

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'webhooks', 'campaigns');
    world = await new EventWorld(platform).prepare();
    [front, issuer] = [await Balancer.start(endpointsOf('gateway')), await Balancer.start(endpointsOf('identity'))];
    for (const name of names) settings.set(name, settingsOf(name));
    for (const [name, own] of settings) rollouts.set(name, new Rollout(name, own, report));
    for (const rollout of rollouts.values()) await rollout.scaleTo(2);
    await endPlatformServices();
    // A caller must not keep an idle connection for longer than a replica drains.
    callers = new Pool(front.url, { keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });
  }, 300_000);

  afterAll(async () => {
    await callers.destroy();
    for (const rollout of rollouts.values()) await rollout.scaleTo(0);
    for (const rollout of rollouts.values()) await rollout.whenGone();
    front.stop();
    issuer.stop();
    await platform.stop();
  });

  /** Tokens over HTTP, the intake of an event, and a read of each service over the bus. */
  const calls = (): Record<string, () => Promise<string>> => {
    const { id, secret } = platform.credentials;
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const bearer = `Bearer ${platform.api.bearer}`;
    const send = async (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: string) => {
      const answer = await callers.request({ method, path, headers, body: body ?? null });
      const text = await answer.body.text();
      return answer.statusCode < 300 ? 'fine' : `${answer.statusCode} ${text}`;
    };
    const read = (path: string) => send('GET', path, { authorization: bearer });
    const form = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' };
    const json = { authorization: bearer, 'content-type': 'application/json' };
    return {
      token: () => send('POST', '/oauth2/token', form, 'grant_type=client_credentials'),
      event: () => send('POST', `/api/1/terminal/${world.user}/events/purchase`, json, '{"amount":1}'),
      identity: () => read('/api/1/admin/clients'),
      events: () => read(`/api/1/terminal/${world.user}/events?limit=1`),
      cards: () => read('/api/1/admin/card-definitions'),
      segments: () => read('/api/1/external-segmentation/external-segment/list'),
      webhooks: () => read('/api/1/terminal/webhooks'),
      campaigns: () => read('/api/1/admin/campaigns'),
    };
  };

  const underLoad = async (work: () => Promise<void>) => {
    const counts: Record<string, number> = {};
    const failures: string[] = [];
    let over = false;
    const loops = Object.entries(calls()).map(async ([name, call]) => {
      while (!over) {
        const outcome = await call().catch((error: unknown) => String(error));
        counts[name] = (counts[name] ?? 0) + 1;
        if (outcome !== 'fine') failures.push(`${Date.now()} ${name}: ${outcome}`);
        // The processes that start need the processor too.
        await sleep(100);
      }
    });
    try {
      await work();
    } finally {
      over = true;
      await Promise.all(loops);
    }
    return { counts, failures };
  };

  it('fails no call, restarts no pod and kills none', async () => {
    const { counts, failures } = await underLoad(async () => {
      for (const rollout of rollouts.values()) await rollout.replaceAll();
      for (const rollout of rollouts.values()) await rollout.whenGone();
    });
    expect([failures, faults]).toEqual([[], []]);
    for (const name of Object.keys(calls())) expect(counts[name]).toBeGreaterThan(100);
  }, 300_000);

  it('would find calls that fail, because no replica of a service is left', async () => {
    const { failures } = await underLoad(async () => {
      await rollouts.get('cards')?.scaleTo(0);
      await rollouts.get('cards')?.whenGone();
      await sleep(1_000);
    });
    expect(failures.filter((failure) => !failure.includes(' cards: 503'))).toEqual([]);
    expect(failures).not.toEqual([]);
  });

  it('would find a pod that does not start in time, and one that does not end in time', async () => {
    const { template } = manifestOf('cards');
    const own = settings.get('cards') ?? {};
    const hasty = structuredClone(template);
    const httpGet = { path: '/livez', port: 'http' };
    hasty.spec.containers[0].startupProbe = { httpGet, periodSeconds: 1, timeoutSeconds: 1, failureThreshold: 1 };
    await expect(Pod.start('cards', hasty, own, report)).rejects.toThrow('does not start in time');
    const short = structuredClone(template);
    short.spec.terminationGracePeriodSeconds = 3;
    const pod = await Pod.start('cards', short, own, report);
    await pod.delete();
    expect(faults).toEqual(['cards did not end within its grace']);
  });
});

describe('a gateway that cannot read the keys of tokens', () => {
  it('is not ready, and answers 503 with Retry-After', async () => {
    const platform = await Platform.start();
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const settings = { PUBLIC_URL: platform.url, IDENTITY_URL: nobody, ...platform.messaging.settings('gateway') };
    const gateway = await createGateway(testConfig(GatewayConfig, settings));
    try {
      await eventually(async () => {
        const { statusCode, body } = await gateway.inject({ url: '/readyz' });
        const { checks } = JSON.parse(body) as { checks: object };
        expect([statusCode, checks]).toMatchObject([503, { nats: true, revocations: true, keys: false }]);
      });
      const headers = { authorization: `Bearer ${platform.api.bearer}` };
      const answer = await gateway.inject({ url: '/api/1/admin/clients', headers });
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    } finally {
      await gateway.close();
      await platform.stop();
    }
  });
});
