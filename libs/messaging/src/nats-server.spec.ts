import { deadLetters } from '@ces/contracts/dead-letters';
import { Problem } from '@ces/contracts/problems';
import { fact, rpc } from '@ces/contracts/rpc';
import { DatabaseConfig } from '@ces/service/config/config';
import { migrate, type Schema } from '@ces/service/database/database';
import { createService } from '@ces/service/start';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { testConfig } from '@ces/testing/services/test-config';
import { Controller } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsString } from 'class-validator';
import { DataSource } from 'typeorm';
import { Bus } from './calls/bus.js';
import { inCall, type CallContext } from './calls/call-context.js';
import { Handle } from './calls/handle.js';
import { Chores } from '@ces/service/chores/chores';
import { Nats } from './nats.js';
import { OnFact } from './facts/on-fact.js';
import { Outbox } from './facts/outbox.js';
import { Transactions } from './storage/transactions.js';

class Note {
  @IsString()
  key: string;

  @IsString()
  text: string;
}

const write = rpc('notes.write', Note).returns<{ count: number }>();
const noted = fact<Note>('notes.noted', 4);

@Controller()
class NotesController {
  static failing = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  @Handle(write)
  write(note: Note): Promise<{ count: number }> {
    return this.transactions.run(async () => {
      if (note.text === 'refused') throw new Problem('user-not-found', 'refused');
      if (note.text === 'broken') throw new Error('a secret detail');
      const [row] = await this.transactions.open.query<{ count: number }[]>(
        'INSERT INTO note (key, text) VALUES ($1, $2) RETURNING id::int AS count',
        [note.key, note.text],
      );
      await this.outbox.add(noted, note, note.key);
      return { count: row?.count ?? 0 };
    });
  }

  @OnFact(noted)
  async count(note: Note): Promise<void> {
    await this.transactions.open.query('INSERT INTO seen (key, text) VALUES ($1, $2)', [note.key, note.text]);
    if (NotesController.failing && note.text === 'poison') throw new Error('cannot digest this');
  }
}

class CreateNotes1 {
  readonly name = 'CreateNotes1700000000001';
  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query('CREATE TABLE note (id bigint GENERATED ALWAYS AS IDENTITY, key text, text text)');
    await runner.query('CREATE TABLE seen (id bigint GENERATED ALWAYS AS IDENTITY, key text, text text)');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

const schema: Schema = { entities: [], migrations: [CreateNotes1] };

describe('NatsServer', () => {
  let database: PrivateDatabase;
  let apps: NestFastifyApplication[];
  let bus: Bus;
  let sql: DataSource;

  beforeAll(async () => {
    database = await privateDatabase('messaging', async (url) => {
      await migrate(url, schema);
    });
    const config = testConfig(DatabaseConfig, { DATABASE_URL: database.url });
    const service = {
      name: 'notes',
      config: DatabaseConfig,
      schema,
      modules: [{ module: class Notes {}, controllers: [NotesController] }],
    };
    apps = [await createService(service, config), await createService(service, config)];
    for (const app of apps) await app.init();
    const [first] = apps;
    if (!first) throw new Error('no service');
    bus = first.get(Bus);
    sql = first.get(DataSource);
    await eventually(async () => {
      const answer = await first.inject({ url: '/readyz' });
      expect(answer.statusCode).toBe(200);
    });
  });

  afterAll(async () => {
    for (const app of apps) await app.close();
    await database.drop();
  });

  const rows = (table: string, key: string) =>
    sql.query<{ text: string }[]>(`SELECT text FROM ${table} WHERE key = $1 ORDER BY id`, [key]);
  const withKey = (key: string, hash = 'h'): CallContext => ({
    requestId: 'r',
    idempotency: { scope: 'cl POST /notes', key, hash },
  });

  it('answers a call with the typed reply', async () => {
    await expect(bus.call(write, { key: 'plain', text: 'a' })).resolves.toEqual({ count: expect.any(Number) });
  });

  it('carries a Problem to the caller as it was thrown', async () => {
    await expect(bus.call(write, { key: 'p', text: 'refused' })).rejects.toMatchObject({
      code: 'user-not-found',
      detail: 'refused',
    });
  });

  it('hides the reason of an internal error from the caller', async () => {
    const error = await bus.call(write, { key: 'p', text: 'broken' }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'internal-error' });
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  it('validates the request on the side of the service', async () => {
    await expect(bus.call(write, { key: 'p', text: 7 as unknown as string })).rejects.toMatchObject({
      code: 'validation-failed',
      extras: { errors: [{ pointer: '#/text', code: 'is-string' }] },
    });
  });

  it('refuses a call as unavailable when no service answers it', async () => {
    const unanswered = rpc('absent.write', Note).returns<null>();
    await expect(bus.call(unanswered, { key: 'k', text: 't' })).rejects.toMatchObject({ code: 'service-unavailable' });
  });

  it('runs a command once per idempotency key, also when many requests arrive at once', async () => {
    const note = { key: 'once', text: 'a' };
    const attempt = async () => {
      const call = withKey('k-1');
      const answer = await inCall(call, () => bus.call(write, note)).catch((error: unknown) => error as Problem);
      return { answer, replayed: call.replayed };
    };
    const first = await Promise.all(Array.from({ length: 30 }, attempt));
    const done = first.filter(({ answer }) => !(answer instanceof Problem));
    expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1);
    for (const { answer } of first) if (answer instanceof Problem) expect(answer.code).toBe('idempotency-in-progress');
    await expect(attempt()).resolves.toEqual({ answer: done[0]?.answer, replayed: true });
    await expect(rows('note', 'once')).resolves.toHaveLength(1);
  });

  it('refuses a key that comes with another body', async () => {
    await inCall(withKey('k-2', 'one'), () => bus.call(write, { key: 'two', text: 'a' }));
    await expect(
      inCall(withKey('k-2', 'other'), () => bus.call(write, { key: 'two', text: 'b' })),
    ).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
  });

  it('repeats a refusal under its key', async () => {
    const call = withKey('k-3');
    await expect(inCall(withKey('k-3'), () => bus.call(write, { key: 'r', text: 'refused' }))).rejects.toMatchObject({
      code: 'user-not-found',
    });
    await expect(inCall(call, () => bus.call(write, { key: 'r', text: 'refused' }))).rejects.toMatchObject({
      code: 'user-not-found',
    });
    expect(call.replayed).toBe(true);
  });

  it('handles facts of one key once each and in the order of their commits, with two replicas', async () => {
    const keys = Array.from({ length: 20 }, (_, i) => `order-${i}`);
    await Promise.all(
      keys.map(async (key) => {
        for (let i = 0; i < 20; i += 1) await bus.call(write, { key, text: String(i) });
      }),
    );
    await eventually(async () => {
      for (const key of keys)
        expect((await rows('seen', key)).map((row) => row.text)).toEqual(
          Array.from({ length: 20 }, (_, i) => String(i)),
        );
    });
  });

  it('publishes all facts again when NATS has lost its stream, and handles none twice', async () => {
    const nats = apps[0]?.get(Nats);
    const manager = await nats?.manager();
    await manager?.streams.delete(nats?.streamOf('notes') ?? '');
    await bus.call(write, { key: 'after-loss', text: 'a' });
    await eventually(async () => {
      await expect(rows('seen', 'after-loss')).resolves.toHaveLength(1);
    }, 20_000);
    const [{ seen, published } = { seen: '', published: '' }] = await sql.query<{ seen: string; published: string }[]>(
      'SELECT (SELECT count(*) FROM seen) AS seen, (SELECT count(*) FROM outbox) AS published',
    );
    expect(seen).toBe(published);
  });

  it('makes a fact that keeps failing a dead letter, and handles it once on replay', async () => {
    NotesController.failing = true;
    await bus.call(write, { key: 'dead', text: 'poison' });
    await bus.call(write, { key: 'dead', text: 'next' });
    const letters = deadLetters('notes');
    await eventually(async () => {
      expect(await bus.call(letters.list, {})).toMatchObject([{ service: 'notes', error: 'cannot digest this' }]);
    }, 60_000);
    const [letter] = await bus.call(letters.list, {});
    const id = letter?.id ?? '';
    await expect(bus.call(letters.replay, { id })).rejects.toMatchObject({ code: 'internal-error' });
    NotesController.failing = false;
    await expect(bus.call(letters.replay, { id })).resolves.toEqual({ replayed: true });
    await expect(bus.call(letters.list, {})).resolves.toEqual([]);
    await eventually(async () => {
      expect((await rows('seen', 'dead')).map((row) => row.text).sort()).toEqual(['next', 'poison']);
    });
  });

  it('deletes rows of the outbox and the inbox after their retention, in batches', async () => {
    await sql.query(
      `INSERT INTO outbox (message_id, subject, payload, published_at, created_at)
       SELECT gen_random_uuid(), 'notes.old', '{}', now(), now() - interval '2 days' FROM generate_series(1, 6000)`,
    );
    await sql.query(`INSERT INTO inbox SELECT 'old', gen_random_uuid() FROM generate_series(1, 6000)`);
    await sql.query(
      `UPDATE inbox SET message_id = ('0100' || substr(message_id::text, 5))::uuid WHERE consumer = 'old'`,
    );
    await apps[0]?.get(Chores).runNow('purge-messages');
    expect(await sql.query(`SELECT FROM outbox WHERE subject = 'notes.old'`)).toEqual([]);
    expect(await sql.query(`SELECT FROM inbox WHERE consumer = 'old'`)).toEqual([]);
  });

  it('limits the commands with keys that run at once, so that other calls still get a connection', async () => {
    const calls = Array.from({ length: 60 }, (_, i) =>
      inCall({ requestId: 'spec', idempotency: { scope: 'crowd', key: `crowd ${i}`, hash: 'h' } }, () =>
        bus.call(write, { key: 'crowd', text: `crowd ${i}` }),
      ),
    );
    expect(await Promise.all(calls)).toHaveLength(60);
  });
});
