import { eventually } from '@ces/testing/eventually';
import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import { AckPolicy, type JetStreamManager } from '@nats-io/jetstream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { register } from 'prom-client';
import { Nats } from '../../nats.js';
import { TallyService, wordsOf, writeWord } from '@ces/testing/services/tally-service';

describe('a full stream', () => {
  let server: PrivateServer;
  let tally: TallyService;
  let app: NestFastifyApplication;
  /** Twelve words of a mebibyte, for a stream of eight. */
  const words = Array.from({ length: 12 }, (_, number) => `${number} `.padEnd(1_024 * 1_024, 'x'));

  beforeAll(async () => {
    server = await privateNats();
    tally = await TallyService.prepare();
    app = await start('8');
    await eventually(() => manage(({ consumers }) => consumers.add('full-tally', deadReader)));
  });

  afterAll(async () => {
    await tally.stop();
    await server.stop();
  });

  const start = (NATS_STREAM_MIB: string, NATS_NAMESPACE = 'full') =>
    tally.replica({ NATS_URL: server.url, NATS_NAMESPACE, NATS_STREAM_MIB });
  const manage = async <T>(work: (manager: JetStreamManager) => Promise<T>) => work(await app.get(Nats).manager());
  const deadReader = {
    durable_name: 'dead',
    filter_subject: 'full.fact.tally.added',
    ack_policy: AckPolicy.Explicit,
  };
  const numbersOf = async () => (await wordsOf(app)).map((word) => Number.parseInt(word, 10));
  const fill = async () =>
    (await register.getSingleMetric('ces_stream_fill_ratio')?.get())?.values.find(
      ({ labels }) => labels['stream'] === 'full-tally',
    )?.value;

  it('refuses facts while a reader is dead, and they wait in the outbox; it shows as nearly full', async () => {
    for (const word of words) await writeWord(app, word);
    await eventually(async () => {
      expect(await fill()).toBeGreaterThan(0.8);
      expect(await numbersOf()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    }, 30_000);
  });

  it('takes the facts that wait, in their order, when the setting is raised', async () => {
    await tally.stopReplica(app);
    app = await start('64');
    await eventually(async () => {
      expect(await numbersOf()).toEqual(words.map((_, number) => number));
    }, 60_000);
    expect(await fill()).toBeLessThan(0.8);
    const { num_pending } = await manage(({ consumers }) => consumers.info('full-tally', 'dead'));
    expect(num_pending).toBe(words.length);
  }, 90_000);

  it('does not become full while its readers read, however much is written', async () => {
    await tally.stopReplica(app);
    app = await start('8', 'drained');
    for (const word of [...words, ...words]) await writeWord(app, word);
    await eventually(async () => {
      expect(await numbersOf()).toHaveLength(3 * words.length);
    }, 90_000);
  }, 120_000);
});
