import { eventually } from '@ces/testing/eventually';
import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import { TallyService } from '@ces/testing/services/tally-service';
import { AckPolicy, type JetStreamManager } from '@nats-io/jetstream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { Nats } from '../../nats.js';
import { readMessage } from './fact-message.js';

const stream = 'room-tally';

interface Row {
  id: string;
  subject: string;
}

describe('a full stream from which messages expire', () => {
  let server: PrivateServer;
  let tally: TallyService;
  let app: NestFastifyApplication;
  let manager: JetStreamManager;
  const arrived: string[] = [];
  let read = 0;

  beforeAll(async () => {
    server = await privateNats();
    tally = await TallyService.prepare();
    app = await tally.replica({ NATS_URL: server.url, NATS_NAMESPACE: 'room', NATS_STREAM_MIB: '8' });
    manager = await app.get(Nats).manager();
    await eventually(() => manager.consumers.add(stream, { durable_name: 'late', ack_policy: AckPolicy.Explicit }));
  });

  afterAll(async () => {
    await tally.stop();
    await server.stop();
  });

  const sql = <T>(text: string) => app.get(DataSource).query<T[]>(text);
  const write = () =>
    sql(
      `INSERT INTO outbox (message_id, subject, payload)
       SELECT gen_random_uuid(), 'tally.told.' || n % 16, to_json(repeat('x', 20000))::text FROM generate_series(1, 640) n`,
    );
  const waiting = async () => (await sql('SELECT FROM outbox WHERE published_at IS NULL')).length;

  /** Reads the new messages, and makes the oldest two of the stream expire. */
  const expire = async () => {
    const { state } = await manager.streams.info(stream);
    for (; read < state.last_seq; read += 1) {
      const message = await manager.streams.getMessage(stream, { seq: read + 1 });
      arrived.push(...readMessage(message?.string() ?? '[]').map(({ id }) => id));
    }
    await manager.streams.purge(stream, { seq: Math.min(state.first_seq + 2, state.last_seq) });
  };

  it('gets each fact once, and in the order of its partition', async () => {
    await write();
    await eventually(async () => {
      const { state } = await manager.streams.info(stream);
      expect(state.bytes).toBeGreaterThan(7 * 1_024 * 1_024);
    }, 30_000);
    expect(await waiting()).toBeGreaterThan(0);
    await eventually(async () => {
      await expire();
      expect(await waiting()).toBe(0);
    }, 60_000);
    await expire();
    const rows = await sql<Row>('SELECT message_id AS id, subject FROM outbox ORDER BY outbox.id');
    expect(arrived).toHaveLength(rows.length);
    const places = new Map(arrived.map((id, place) => [id, place]));
    for (const [, facts] of Map.groupBy(rows, ({ subject }) => subject)) {
      const found = facts.map(({ id }) => places.get(id) ?? -1);
      expect(found).toEqual(found.toSorted((a, b) => a - b));
      expect(found).not.toContain(-1);
    }
  }, 120_000);
});
