import {
  noteRefusals,
  readTail,
  type ReadTail,
  type RefusedEvent,
  type TailPage,
} from '@ces/contracts/events/event-tail';
import { exportOf, userErased } from '@ces/contracts/identity/erasure';
import { newId } from '@ces/messaging/storage/ids';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { DataSource } from 'typeorm';
import { EventWorld } from '../../test/event-world.js';
import { appendLock } from '../log/append-lock.js';
import type { AcceptedRow } from './tail.store.js';
import { TailService, upToGap } from './tail.service.js';

const user = 'T'.repeat(25);

describe('the tail of the events', () => {
  let world: EventWorld;

  beforeAll(async () => {
    world = await EventWorld.start();
    await world.define('purchase');
    await world.define('visit', { required: [] });
  });

  afterAll(() => world.stop());

  const read = (more: Partial<ReadTail> = {}) => world.service.bus.call(readTail, { wait_ms: 0, ...more });
  const end = async () => (await read()).position;
  const refusal = (more: Partial<RefusedEvent> = {}): RefusedEvent => ({
    at: new Date().toISOString(),
    event_name: 'purchase',
    user_id: user,
    client_id: 'shop',
    request_id: null,
    problem: { code: 'event-data-invalid', detail: 'a \0 is in it', errors: [] },
    omitted: 0,
    ...more,
  });
  const refuse = (...refusals: RefusedEvent[]) => world.service.bus.call(noteRefusals, { refusals, counts: [] });
  const told = ({ items }: TailPage) =>
    items.map((item) => ('accepted' in item ? item.accepted.data : [item.refused.problem.code, item.refused.omitted]));

  it('begins now, and gives accepted and refused events in their order with the position after each', async () => {
    await world.send({ data: '{"amount": 1}' });
    const begin = await end();
    await world.send({ data: '{"amount": 2}', request_id: 'r-2', user_id: user });
    await refuse(refusal({ omitted: 3 }));
    await world.send({ data: '{"amount": 4}' });
    const page = await read({ after: begin });
    expect(told(page)).toEqual([{ amount: 2 }, ['event-data-invalid', 3], { amount: 4 }]);
    expect(page.items[0]).toMatchObject({
      accepted: { user_id: user, client_id: 'shop', event_name: 'purchase', version: 1, request_id: 'r-2', time: null },
    });
    for (const [place, { position }] of page.items.entries())
      expect(told(await read({ after: position }))).toEqual(told(page).slice(place + 1));
  });

  it('begins before events that are being written, although later ones are committed', async () => {
    const early = world.service.app.get(DataSource).createQueryRunner();
    await early.startTransaction();
    await early.query('SELECT pg_advisory_xact_lock_shared($1)', [appendLock]);
    await early.query(
      `INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at)
       VALUES ($1, 'user', 'purchase', 1, 'shop', '{"amount": 6}', now())`,
      [newId()],
    );
    await world.send({ data: '{"amount": 7}' });
    const begin = await end();
    await early.commitTransaction();
    await early.release();
    expect(told(await read({ after: begin, wait_ms: 5_000 }))).toEqual([{ amount: 6 }, { amount: 7 }]);
  });

  it('gives only events of a name, or only accepted or refused ones', async () => {
    const after = await end();
    await world.sendAll([{}, { event_name: 'visit', data: '{}' }, {}]);
    await refuse(refusal(), refusal({ event_name: 'visit' }));
    const names = async (more: Partial<ReadTail>) =>
      (await read({ after, ...more })).items.map((item) => ('accepted' in item ? 'accepted' : 'refused'));
    expect(await names({ event_name: 'visit' })).toEqual(['accepted', 'refused']);
    expect(await names({ outcome: 'accepted' })).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await names({ outcome: 'refused' })).toEqual(['refused', 'refused']);
  });

  it('answers a waiting reader when something comes, and sends it elsewhere when its replica ends', async () => {
    const waiting = read({ after: await end(), wait_ms: 10_000 });
    await world.send({ data: '{"amount": 5}' });
    expect(told(await waiting)).toEqual([{ amount: 5 }]);
    const other = await world.service.replica();
    const tail = other.get(TailService);
    const ended = expect(tail.next({ wait_ms: 10_000 })).rejects.toMatchObject({ status: 503 });
    tail.onModuleDestroy();
    await ended;
    await world.service.stopReplica(other);
  });

  it('goes through pages of many large events without a gap', async () => {
    const after = await end();
    const amounts = Array.from({ length: 240 }, (_, place) => place + 1);
    const padding = 'x'.repeat(3_000);
    for (let sent = 0; sent < 240; sent += 60)
      await world.sendAll(
        amounts.slice(sent, sent + 60).map((amount) => ({ data: JSON.stringify({ amount, padding }) })),
      );
    const found: unknown[] = [];
    let pages = 0;
    for (let position = after; found.length < 240; pages += 1) {
      const page = await read({ after: position });
      expect(page.items.length).toBeGreaterThan(0);
      found.push(...page.items.map((item) => 'accepted' in item && (item.accepted.data as { amount: number }).amount));
      ({ position } = page);
    }
    expect(found).toEqual(amounts);
    expect(pages).toBeGreaterThan(1);
  });

  it('waits at a gap in the log until the relay has passed it', () => {
    const row = (seq: number, published: number) => ({ seq: String(seq), published: String(published) }) as AcceptedRow;
    const seqs = (published: number, ...given: number[]) =>
      upToGap(
        given.map((seq) => row(seq, published)),
        10n,
      ).map(({ seq }) => Number(seq));
    expect(seqs(10, 11, 12, 14, 15)).toEqual([11, 12]);
    expect(seqs(10, 12)).toEqual([]);
    expect(seqs(13, 12, 14, 15)).toEqual([12, 14, 15]);
    expect(seqs(5, 11)).toEqual([11]);
  });

  it('takes a position behind the end for the end', async () => {
    const { position } = await read({ after: '999999999999.999999999999' });
    expect(position).toBe(await end());
  });

  it('keeps the latest 10,000 refusals of a day', async () => {
    await world.sql('DELETE FROM refused_event');
    await world.sql(
      `INSERT INTO refused_event (at, event_name, client_id, problem, omitted)
       SELECT now(), 'purchase', 'shop', '{}', n FROM generate_series(1, 10001) n`,
    );
    await refuse(refusal({ at: new Date(Date.now() - 90_000_000).toISOString() }));
    await world.service.app.get(Chores).runNow('forget-refused-events');
    expect(await world.sql('SELECT count(*)::int AS count, min(omitted) AS first FROM refused_event')).toEqual([
      { count: 9_999, first: 3 },
    ]);
  });

  it('exports and erases the refusals of a user, and takes none in afterwards', async () => {
    const erased = newId().replaceAll('-', '').slice(0, 25);
    await refuse(refusal({ user_id: erased }));
    const exported = () => world.service.bus.call(exportOf('events'), { user_id: erased });
    expect(await exported()).toMatchObject({ refused: [{ user_id: erased }] });
    await tellFacts(world.service.messaging.nats, userErased, [{ user_id: erased }]);
    await eventually(async () => {
      expect(await exported()).toMatchObject({ refused: [] });
    });
    await refuse(refusal({ user_id: erased }));
    expect(await exported()).toMatchObject({ refused: [] });
  });
});
