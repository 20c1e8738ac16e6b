import { deadLetters } from '@ces/contracts/dead-letters';
import { reconciliation, type Span } from '@ces/contracts/facts/reconciliation';
import { fact } from '@ces/contracts/rpc';
import { Chores } from '@ces/service/chores/chores';
import { DatabaseConfig } from '@ces/service/config/config';
import { migrate, type Schema } from '@ces/service/database/database';
import { createService } from '@ces/service/start';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { testConfig } from '@ces/testing/services/test-config';
import { Controller } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { Bus } from '../../calls/bus.js';
import { ErasedFacts1765013000000 } from '../../migrations/1765013000000-create-erased-facts.js';
import { idsBefore, newId } from '../../storage/ids.js';
import { Transactions } from '../../storage/transactions.js';
import { FactEraser } from '../fact-eraser.js';
import { OnFact } from '../on-fact.js';
import { newFact, Outbox } from '../outbox.js';
import { eachFact } from '../publish/several-facts.js';
import { OutboxRecordsStore } from './outbox-records.store.js';

interface Note {
  user_id: string;
}

const noted = fact<Note>('records.noted', 4);
const subject = noted.subject;
const hourMs = 3_600_000;

@Controller()
class NotesController {
  static readonly seen: string[] = [];

  @OnFact(noted)
  note({ user_id }: Note): Promise<void> {
    NotesController.seen.push(user_id);
    return Promise.resolve();
  }
}

const schema: Schema = { entities: [], migrations: [] };

describe('the records of facts', () => {
  let database: PrivateDatabase;
  let app: NestFastifyApplication;
  let sql: DataSource;
  let today: Span;

  beforeAll(async () => {
    database = await privateDatabase('records', async (url) => {
      await migrate(url, schema);
    });
    const config = testConfig(DatabaseConfig, { DATABASE_URL: database.url });
    const modules = [{ module: class Notes {}, controllers: [NotesController] }];
    app = await (await createService({ name: 'records', config: DatabaseConfig, schema, modules }, config)).init();
    sql = app.get(DataSource);
    today = { from: Date.now() - hourMs, until: Date.now() + hourMs };
    await eventually(async () => {
      expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    });
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const calls = reconciliation('records');
  const bus = () => app.get(Bus);
  const tell = (...users: string[]) =>
    app.get(Transactions).run(async () => {
      for (const user_id of users) await app.get(Outbox).add(noted, { user_id }, user_id);
    });
  const sums = async () => {
    const [published] = (await bus().call(calls.published, today)) ?? [];
    const [handled] = (await bus().call(calls.handled, today)) ?? [];
    return { published, handled };
  };
  const told = (count: number) =>
    eventually(async () => {
      const { published, handled } = await sums();
      expect(handled).toEqual({ subject, count, digest: published?.digest });
      expect(published).toMatchObject({ subject, count, waiting: 0 });
    }, 20_000);
  const idOf = async (user: string): Promise<string> => {
    const [row] = await sql.query<{ message_id: string }[]>(
      `SELECT fact_id AS message_id FROM outbox ${eachFact} WHERE fact_payload::json->>'user_id' = $1`,
      [user],
    );
    return row?.message_id ?? '';
  };

  it('say of both sides how many facts of all partitions there are, and which', async () => {
    expect(await bus().call(calls.handled, today)).toEqual([{ subject, count: 0, digest: '0' }]);
    await tell('a', 'b', 'c', 'd', 'e');
    await told(5);
    const { ids, erased } = await bus().call(calls.publishedIds, { ...today, subject });
    expect([ids.length, erased]).toEqual([5, []]);
    expect((await bus().call(calls.handledIds, { ...today, subject })).sort()).toEqual(ids.sort());
    const readings = await bus().call(calls.reading, { subject });
    expect(readings).toHaveLength(4);
    expect(readings.every(({ left }) => left === 0)).toBe(true);
  });

  it('show a fact that was lost, and its handling when it is repeated, once', async () => {
    const id = await idOf('b');
    await sql.query('DELETE FROM inbox WHERE message_id = $1', [id]);
    expect((await sums()).handled?.count).toBe(4);
    expect(await bus().call(calls.repeat, { subject, ids: [id, await idOf('c')] })).toEqual({ repeated: 'these' });
    await told(5);
    expect(NotesController.seen.filter((user) => user === 'b')).toHaveLength(2);
    expect(NotesController.seen.filter((user) => user === 'c')).toHaveLength(1);
  });

  it('keep the ids of facts that were erased with their user', async () => {
    const before = await sums();
    const id = await idOf('d');
    await eventually(() => app.get(Transactions).run(() => app.get(FactEraser).eraseOutbox('d')), 20_000);
    expect(await idOf('d')).toBe('');
    expect(await sums()).toEqual(before);
    const { ids, erased } = await bus().call(calls.publishedIds, { ...today, subject });
    expect([ids.length, erased]).toEqual([4, [id]]);
  });

  it('know each fact of a row of several, and each erased one of them', async () => {
    const { count = 0 } = (await sums()).handled ?? {};
    const users = ['f', 'g', 'h'];
    await app
      .get(Transactions)
      .run(() => app.get(Outbox).addAll(users.map((user_id) => newFact(noted, { user_id }, { key: 'one partition' }))));
    const [f, g, h] = await Promise.all(users.map(idOf));
    const rows = () =>
      sql.query<{ message_ids: string[] }[]>('SELECT message_ids FROM outbox WHERE message_ids IS NOT NULL');
    expect(await rows()).toEqual([{ message_ids: [f, g, h] }]);
    await told(count + 3);
    await sql.query('DELETE FROM inbox WHERE message_id = $1', [g]);
    await bus().call(calls.repeat, { subject, ids: [g ?? ''] });
    await told(count + 3);
    expect(users.map((user) => NotesController.seen.filter((seen) => seen === user).length)).toEqual([1, 2, 1]);
    const erase = (user: string) =>
      eventually(() => app.get(Transactions).run(() => app.get(FactEraser).eraseOutbox(user)), 20_000);
    const before = await sums();
    await erase('g');
    expect(await rows()).toEqual([{ message_ids: [f, h] }]);
    await erase('h');
    await erase('f');
    expect(await rows()).toEqual([]);
    expect(await sums()).toEqual(before);
    const { erased } = await bus().call(calls.publishedIds, { ...today, subject });
    expect(erased).toEqual(expect.arrayContaining([f, g, h]));
  });

  it('count a dead letter as handled, also when it is dropped or erased', async () => {
    const { handled } = await sums();
    const letters = [newId(), newId()];
    for (const id of letters)
      await sql.query(
        `INSERT INTO dead_letter VALUES ($1, 'records-records-noted', $2, $1, '{"user_id":"x"}', 'e', 6)`,
        [id, subject],
      );
    const counted = await sums();
    expect(counted.handled?.count).toBe((handled?.count ?? 0) + 2);
    await bus().call(deadLetters('records').drop, { id: letters[0] ?? '' });
    await app.get(Transactions).run(() => app.get(FactEraser).eraseOutbox('x'));
    expect(await sql.query('SELECT FROM dead_letter')).toEqual([]);
    expect(await sums()).toEqual(counted);
  });

  it('find the facts of an hour among those of a day', async () => {
    const store = app.get(OutboxRecordsStore);
    const now = Date.now();
    // Every tenth row is late: its transaction took half an hour.
    const rows = Array.from({ length: 3_000 }, (_, place) => {
      const at = now - 30 * hourMs + Math.floor((place / 3_000) * 28 * hourMs);
      return { id: idsBefore(at).slice(0, 24) + String(place).padStart(12, '0'), at, late: place % 10 === 0 };
    });
    await sql.query(
      `INSERT INTO outbox (message_id, subject, payload, published_at, created_at)
       SELECT id, 'records.old.1', '{}', now(), created_at FROM unnest($1::uuid[], $2::timestamptz[])
              WITH ORDINALITY AS given (id, created_at, place) ORDER BY place`,
      [rows.map(({ id }) => id), rows.map(({ at, late }) => new Date(late ? at - hourMs / 2 : at))],
    );
    for (let from = now - 29 * hourMs; from < now - 3 * hourMs; from += 2 * hourMs) {
      const span = { from, until: from + hourMs };
      const expected = rows.filter(({ at }) => at >= span.from && at < span.until).map(({ id }) => id);
      expect((await store.ids(span, 'records.old', 5_000)).sort()).toEqual(expected);
      expect(await store.sums(span)).toMatchObject([{ count: expected.length, waiting: 0 }]);
    }
    await sql.query(`DELETE FROM outbox WHERE subject = 'records.old.1'`);
  });

  it('are forgotten with the inbox', async () => {
    const old = idsBefore(Date.now() - 49 * hourMs);
    await sql.query('INSERT INTO erased_fact VALUES ($1, $2)', [old, subject]);
    await app.get(Chores).runNow('purge-messages');
    const left = await sql.query<{ message_id: string }[]>('SELECT message_id FROM erased_fact');
    expect(left.map(({ message_id }) => message_id)).not.toContain(old);
    expect(left.length).toBeGreaterThan(0);
  });

  it('say nothing of hours before the release that began them', async () => {
    const runner = sql.createQueryRunner();
    const migration = new ErasedFacts1765013000000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    expect(await bus().call(calls.published, today)).toBeNull();
    expect(await bus().call(calls.handled, today)).toBeNull();
    const later = { from: today.until + hourMs, until: today.until + 2 * hourMs };
    expect(await bus().call(calls.handled, later)).toEqual([{ subject, count: 0, digest: '0' }]);
  });
});
