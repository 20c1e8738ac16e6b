import { eventually } from '@ces/testing/eventually';
import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import { AckPolicy } from '@nats-io/jetstream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { register } from 'prom-client';
import { Nats } from '../../nats.js';
import { TallyService, wordsOf, writeWord } from '@ces/testing/services/tally-service';

describe('the lag metrics of a service', () => {
  let server: PrivateServer;
  let tally: TallyService;
  let app: NestFastifyApplication;

  beforeAll(async () => {
    server = await privateNats();
    tally = await TallyService.prepare();
    app = await tally.replica({ NATS_URL: server.url, NATS_NAMESPACE: 'lag' });
  });

  afterAll(async () => {
    await tally.stop();
    await server.stop();
  });

  const lagOf = async (name: string, label: string) => {
    const { values } = (await register.getSingleMetric(name)?.get()) ?? { values: [] };
    return values.find(({ labels }) => Object.values(labels).includes(label))?.value;
  };
  const consumerLag = (consumer: string) => lagOf('ces_consumer_lag_seconds', consumer);
  const outboxLag = () => lagOf('ces_outbox_lag_seconds', 'lag-tally');

  it('show the age of the oldest fact that a reader has not handled, although the reader is dead', async () => {
    await writeWord(app, 'first');
    await eventually(async () => {
      expect(await wordsOf(app)).toEqual(['first']);
    }, 30_000);
    const dead = { durable_name: 'dead-tally-added', filter_subject: 'lag.fact.tally.added' };
    const manager = await app.get(Nats).manager();
    await manager.consumers.add('lag-tally', { ...dead, ack_policy: AckPolicy.Explicit });
    await eventually(async () => {
      expect(await consumerLag('dead-tally-added')).toBeGreaterThan(2);
      expect(await consumerLag('tally-tally-added')).toBe(0);
      expect(await outboxLag()).toBe(0);
    }, 30_000);
  });

  it('show the lag of the other readers when the oldest fact of one cannot be read', async () => {
    const nats = app.get(Nats);
    const manager = nats.manager.bind(nats);
    nats.manager = async (timeout) => {
      const made = await manager(timeout);
      const getMessage = made.streams.getMessage.bind(made.streams);
      made.streams.getMessage = (stream, query) =>
        'next_by_subj' in query && query.next_by_subj === 'lag.fact.tally.added'
          ? Promise.reject(new Error('no responders'))
          : getMessage(stream, query);
      return made;
    };
    const whole = { durable_name: 'whole', filter_subject: 'lag.fact.tally.>', ack_policy: AckPolicy.Explicit };
    await (await manager()).consumers.add('lag-tally', whole);
    expect(await consumerLag('whole')).toBeGreaterThan(0);
    expect(await consumerLag('dead-tally-added')).toBeUndefined();
    nats.manager = manager;
    expect(await consumerLag('dead-tally-added')).toBeGreaterThan(0);
  });

  it('answer before a scrape ends although NATS is frozen', async () => {
    process.kill(server.pid(), 'SIGSTOP');
    const began = performance.now();
    const text = await register.metrics();
    const seconds = (performance.now() - began) / 1_000;
    process.kill(server.pid(), 'SIGCONT');
    expect(text).toContain('ces_outbox_lag_seconds{stream="lag-tally"} 0');
    // Each of two requests to NATS may wait for its deadline; Prometheus waits for ten seconds.
    expect(seconds).toBeLessThan(4.5);
  });

  it('show the age of the oldest fact that waits to be published, while NATS is away', async () => {
    await server.kill();
    await eventually(() => {
      expect(app.get(Nats).connected).toBe(false);
    });
    await writeWord(app, 'second');
    await eventually(async () => {
      expect(await outboxLag()).toBeGreaterThan(2);
    }, 30_000);
    expect(await consumerLag('dead-tally-added')).toBeUndefined();
    await server.start();
    await eventually(async () => {
      expect(await wordsOf(app)).toEqual(['first', 'second']);
      expect(await outboxLag()).toBe(0);
    }, 60_000);
  }, 120_000);
});
