import { describeIfSet } from '@ces/testing/describe-if-set';
import { freePort } from '@ces/local-stack/processes/free-port';
import { eventually } from '@ces/testing/eventually';
import { Balancer } from '@ces/testing/servers/balancer';
import type { DatabaseConfig } from '@ces/service/config/config';
import { serviceProcess, type ServiceProcess } from '@ces/testing/services/service-process';
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

describeIfSet('CLUSTERS')('the replacement of every replica, one after the other, under load', () => {
  let platform: Platform;
  let world: EventWorld;
  let front: Balancer;
  let issuer: Balancer;
  let callers: Pool;
  const running = new Map<Name, ServiceProcess>();
  const settings = new Map<Name, Record<string, string>>();

  /** The processes have the platform's databases and keys, and drain as long as by default. */
  const readSettings = (): void => {
    const { SECRETS_KEY, SMTP_URL } = platform.services.identity.get(IdentityConfig);
    const keys = {
      identity: { SECRETS_KEY: SECRETS_KEY.join(','), SMTP_URL },
      webhooks: { SECRETS_KEY: SECRETS_KEY.join(',') },
    };
    const limits = { RATE_LIMIT: 'off', RATE_LIMIT_PER_ADDRESS: 'off', MAX_CONNECTIONS: 'off' };
    const own = (name: DatabaseService) => ({
      DATABASE_URL: platform.services[name]?.get<DatabaseConfig>(configs[name]).DATABASE_URL ?? '',
    });
    for (const name of names)
      settings.set(name, {
        PUBLIC_URL: platform.url,
        DRAIN_SECONDS: String(new GatewayConfig().DRAIN_SECONDS),
        ...platform.messaging.settings(name),
        ...(name === 'gateway' ? { IDENTITY_URL: issuer.url, ...limits } : own(name)),
        ...(name === 'identity' || name === 'webhooks' ? keys[name] : {}),
      });
  };

  /** The processes then get all calls. */
  const endPlatformServices = async (): Promise<void> => {
    for (const name of services) {
      await platform.services[name]?.close();
      Reflect.deleteProperty(platform.services, name);
    }
  };

  /** Starts a new process, gives it to its callers, and then ends the old one as an operator does. */
  const replace = async (name: Name): Promise<void> => {
    const before = running.get(name);
    const next = await serviceProcess(name, settings.get(name) ?? {});
    running.set(name, next);
    if (name === 'identity') await issuer.add(next.url);
    if (name === 'gateway') await front.add(next.url);
    await before?.stop();
  };

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'webhooks', 'campaigns');
    world = await new EventWorld(platform).prepare();
    [front, issuer] = [await Balancer.start(), await Balancer.start()];
    readSettings();
    for (const name of names) await replace(name);
    await endPlatformServices();
    // A caller must not keep an idle connection for longer than a replica drains.
    callers = new Pool(front.url, { keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });
  }, 300_000);

  afterAll(async () => {
    await callers.destroy();
    for (const each of running.values()) await each.kill();
    await front.stop();
    await issuer.stop();
    await platform.stop();
  }, 60_000);

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
        // Starting processes need the processor too.
        await sleep(25);
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

  it('fails no call', async () => {
    const { counts, failures } = await underLoad(async () => {
      for (const name of names) await replace(name);
    });
    expect(failures).toEqual([]);
    for (const name of Object.keys(calls())) expect(counts[name]).toBeGreaterThan(100);
  }, 300_000);
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
  }, 60_000);
});
