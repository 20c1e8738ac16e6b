import { eventAccepted, userEvents } from '@ces/contracts/events/events';
import { erasureReceipt, exportOf, userErased } from '@ces/contracts/identity/erasure';
import { idsBefore } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { useEvent } from '@ces/testing/services/use-event';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { EventWorld } from '../../test/event-world.js';
import { appendLock } from './append-lock.js';
import { LogService } from './log.service.js';

describe('the log of a user', () => {
  let world: EventWorld;

  beforeAll(async () => {
    world = await EventWorld.start();
    await world.define('purchase');
    await world.define('large', { properties: {}, required: [] });
  });

  afterAll(() => world.stop());

  const page = (user_id: string, query: { limit?: number; cursor?: string } = {}) =>
    world.service.bus.call(userEvents, { user_id, ...query });
  const send = async (user_id: string, count: number) => {
    for (let amount = 1; amount <= count; amount += 1) await world.send({ user_id, data: JSON.stringify({ amount }) });
  };

  it('is read in pages, the newest event first', async () => {
    await send('paged', 5);
    const seen: object[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const { items, next } = await page('paged', { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...items.map(({ data }) => data));
      cursor = next;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1].map((amount) => ({ amount })));
  });

  it('ends a page where the reply would get too large', async () => {
    const data = JSON.stringify({ x: 'x'.repeat(60_000) });
    await world.sendAll(Array.from({ length: 10 }, () => ({ user_id: 'large', event_name: 'large', data })));
    const first = await page('large');
    expect(first.items.length).toBeLessThan(10);
    const rest = await page('large', { cursor: first.next ?? '' });
    expect(first.items.length + rest.items.length).toBe(10);
  });

  it('refuses a cursor that no page gave', async () => {
    await expect(page('paged', { cursor: 'x' })).rejects.toMatchObject({ code: 'parameter-invalid' });
  });

  it('is exported in small pages, and empty after the erasure of the user, whose receipt follows', async () => {
    await useEvent(world.service.bus, 'purchase');
    await send('erased', 12);
    const first = await world.service.bus.call(exportOf('events'), { user_id: 'erased' });
    expect(first).toMatchObject({ events: Array.from({ length: 10 }, (_, n) => ({ data: { amount: 12 - n } })) });
    await tellFacts(world.service.messaging.nats, userErased, [{ user_id: 'erased' }]);
    await eventually(async () => {
      const receipts = await world.sql('SELECT FROM outbox WHERE subject = $1', [erasureReceipt('events').subject]);
      expect(receipts).toHaveLength(1);
    }, 20_000);
    expect(await world.log('erased')).toEqual([]);
    expect(await world.sql('SELECT FROM erased_fact WHERE subject = $1', [eventAccepted.subject])).toHaveLength(12);
    expect(await world.log('paged')).toHaveLength(5);
  });

  it('takes no event of an erased user that was under way, nor repeats one', async () => {
    const late = { user_id: 'late', key: 'first' };
    expect(await world.send(late)).toMatchObject({ accepted: {} });
    await tellFacts(world.service.messaging.nats, userErased, [{ user_id: 'late' }]);
    await eventually(async () => {
      expect(await world.log('late')).toEqual([]);
    }, 20_000);
    const [again, unkeyed, other] = await world.sendAll([late, { user_id: 'late' }, { user_id: 'other' }]);
    for (const refused of [again, unkeyed]) expect(refused).toMatchObject({ problem: { code: 'user-not-found' } });
    expect(other).toMatchObject({ accepted: {} });
    expect(await world.log('late')).toEqual([]);
  });

  it('keeps no event of an erased user whose append had begun and had no lock yet', async () => {
    const append = world.sql(
      `WITH stalled AS MATERIALIZED (SELECT pg_sleep(1.5)),
            locked AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared($1) FROM stalled)
       INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at, used)
       SELECT gen_random_uuid(), 'stalled', 'purchase', 1, 'c', '{}', now(), false FROM locked`,
      [appendLock],
    );
    await tellFacts(world.service.messaging.nats, userErased, [{ user_id: 'stalled' }]);
    await append;
    await eventually(async () => {
      expect(await world.log('stalled')).toEqual([]);
    });
  });

  it('is one page where it has exactly as many events as the page', async () => {
    await send('exact', 3);
    expect((await page('exact', { limit: 3 })).next).toBeNull();
    expect((await page('exact', { limit: 2 })).next).not.toBeNull();
    expect(await page('nobody')).toEqual({ items: [], next: null });
  });

  it('shows when an event was received, the time that its client gave, and whether a campaign used it', async () => {
    await world.define('told');
    await world.send({ user_id: 'times', event_name: 'told', time: '2026-01-01T01:00:00.5+01:00' });
    await useEvent(world.service.bus, 'told');
    await world.send({ user_id: 'times', event_name: 'told' });
    const { items } = await page('times');
    expect(items).toMatchObject([
      { event_name: 'told', version: 1, time: null },
      { event_name: 'told', version: 1, time: '2026-01-01T00:00:00.500Z', unused: true },
    ]);
    expect(items[0]).not.toHaveProperty('unused');
    expect(items.every(({ received_at }) => Math.abs(Date.parse(received_at) - Date.now()) < 60_000)).toBe(true);
  });

  it('keeps after an erasure only the ids that other services may still be compared by', async () => {
    await world.define('fresh');
    await useEvent(world.service.bus, 'fresh');
    await world.send({ user_id: 'gone', event_name: 'fresh', key: 'k' });
    await world.send({ user_id: 'gone', event_name: 'fresh' });
    const [old, recent] = [idsBefore(Date.now() - 49 * 3_600_000), idsBefore(Date.now() - 47 * 3_600_000)];
    await world.sql(
      `INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at, used)
       SELECT id, 'gone', 'fresh', 1, 'c', '{}', now(), place < 3 FROM unnest($1::uuid[]) WITH ORDINALITY AS x(id, place)`,
      [[old, recent, idsBefore(Date.now() - 1_000)]],
    );
    const all = await world.sql<{ id: string; used: boolean }>(`SELECT id, used FROM event_log WHERE user_id = 'gone'`);
    const kept = all.filter(({ id, used }) => used && id !== old).map(({ id }) => id);
    await world.service.app.get(Transactions).run(() => world.service.app.get(LogService).erase('gone'));
    expect(await world.log('gone')).toEqual([]);
    const erased = await world.sql<{ id: string }>(
      'SELECT message_id AS id FROM erased_fact WHERE message_id = ANY ($1)',
      [all.map(({ id }) => id)],
    );
    expect(erased.map(({ id }) => id).sort()).toEqual(kept.sort());
    expect(await world.sql('SELECT FROM event_key WHERE event_id = ANY ($1)', [kept])).toEqual([]);
  });
});
