import { userEvents, type EventResult } from '@ces/contracts/events/events';
import { letDefinitionGo } from '@ces/contracts/events/definition-use';
import type { WaitingFact } from '@ces/messaging/facts/fact-source';
import type { Handed } from '@ces/messaging/facts/publish/handed-facts';
import { readMessage } from '@ces/messaging/facts/publish/fact-message';
import { Relay } from '@ces/messaging/facts/relay';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { useEvent } from '@ces/testing/services/use-event';
import { eventually } from '@ces/testing/eventually';
import { EventWorld } from '../../test/event-world.js';
import { EventLogStore } from './event-log.store.js';
import { LogFactsStore } from './log-facts.store.js';
import { LogRecordsStore } from './log-records.store.js';

describe('an event whose name no campaign uses', () => {
  let world: EventWorld;

  beforeAll(async () => {
    world = await EventWorld.start();
    await world.define('purchase');
    await world.define('visit');
  });

  afterAll(() => world.stop());

  const idOf = (result: EventResult): string => ('accepted' in result ? result.accepted.id : '');

  async function published(): Promise<string[]> {
    const { nats } = world.service.messaging;
    const consumer = await (await nats.jetstream()).consumers.get(nats.streamOf('event-log'));
    const ids: string[] = [];
    for (let { num_pending: left } = await consumer.info(); left > 0; left -= 1) {
      const message = await consumer.next({ expires: 2_000 });
      ids.push(...readMessage(message?.string() ?? '[]').map(({ id }) => id));
    }
    await consumer.delete();
    return ids;
  }

  it('is logged and never published, and holds up no other', async () => {
    const before = await world.send({ event_name: 'visit' });
    await useEvent(world.service.bus, 'purchase', 'c1');
    const used = await world.send();
    const beside = await world.send({ event_name: 'visit' });
    await useEvent(world.service.bus, 'visit', 'c2');
    const later = await world.send({ event_name: 'visit' });
    await eventually(async () => {
      expect(await published()).toEqual([idOf(used), idOf(later)]);
    });
    const { items } = await world.service.bus.call(userEvents, { user_id: 'user' });
    expect(items.map(({ unused }) => unused)).toEqual([undefined, true, undefined, true]);
    const span = { from: Date.now() - 60_000, until: Date.now() + 60_000 };
    const records = world.service.app.get(LogRecordsStore);
    // The relay marks what it has published a moment later.
    await eventually(async () => {
      expect(await records.sums(span)).toMatchObject([{ count: 2, waiting: 0 }]);
    });
    expect((await records.ids(span, '', 10)).sort()).toEqual([idOf(used), idOf(later)].sort());
    expect([before, beside]).toMatchObject([{ accepted: {} }, { accepted: {} }]);
  });

  it('is handed to the relay with the used ones of its call, as the log has them, so that none is read', async () => {
    await useEvent(world.service.bus, 'purchase', 'c1');
    await world.define('glance');
    const [relay, facts] = [world.service.app.get(Relay), world.service.app.get(LogFactsStore)];
    const handed: Handed[] = [];
    const handOver = relay.handOver.bind(relay);
    relay.handOver = (some) => {
      handed.push(some);
      handOver(some);
    };
    // The relay reads until nothing is between the log and what it has taken.
    await eventually(async () => {
      await world.send();
      handed.length = 0;
      expect(await readDuring(facts, () => world.send())).toBe(0);
    });
    handed.length = 0;
    const more = { request_id: 'r "1"', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' };
    const submissions = [
      { ...more, time: '2026-01-31T23:59:59.1239+02:00', data: '{"amount": 1, "odd": "\\ud800 é"}' },
      { event_name: 'glance', key: 'k' },
      { key: 'k', time: '1969-12-31T23:59:59.9999Z' },
    ];
    const reads = await readDuring(facts, async () => {
      const [first, , third] = (await world.sendAll(submissions)).map((each) => idOf(each as EventResult));
      await eventually(async () => {
        expect((await published()).slice(-2)).toEqual([first, third]);
      });
    });
    expect(reads).toBe(0);
    const inLog = await asRead(facts, submissions.length);
    const anyBase = { base: expect.any(String) as unknown };
    expect(handed.flatMap((each) => each.facts)).toEqual(inLog.map((fact) => ({ ...fact, ...anyBase })));
    expect(handed.map(({ behind }) => behind)).toEqual([[String(Number(inLog[0]?.position) - 1)]]);
    relay.handOver = handOver;
  });

  /** How often the relay reads the log meanwhile. */
  async function readDuring(facts: LogFactsStore, work: () => Promise<unknown>): Promise<number> {
    const waiting = facts.waiting.bind(facts);
    let reads = 0;
    facts.waiting = (...args) => {
      reads += 1;
      return waiting(...args);
    };
    await work();
    facts.waiting = waiting;
    return reads;
  }

  /** The last facts of the log, as the relay reads them after a rewind. */
  async function asRead(facts: LogFactsStore, count: number): Promise<WaitingFact[]> {
    const transactions = world.service.app.get(Transactions);
    const read: WaitingFact[] = [];
    const reading = transactions.run(async () => {
      await transactions.open.query('UPDATE event_log_position SET seq = (SELECT max(seq) - $1 FROM event_log)', [
        count,
      ]);
      read.push(...(await facts.waiting(10, [])).facts);
      throw new Error('taken back');
    });
    await expect(reading).rejects.toThrow('taken back');
    return read;
  }

  it('is published no more an hour after the last campaign has let its definition go', async () => {
    for (const campaign of ['c1', 'c3']) await useEvent(world.service.bus, 'purchase', campaign);
    for (const campaign_id of ['c1', 'c3']) await world.service.bus.call(letDefinitionGo, { campaign_id });
    await world.sql(`UPDATE definition_use SET let_go_at = now() - interval '59 minutes' WHERE campaign_id = 'c3'`);
    const used = idOf(await world.send());
    await world.sql(`UPDATE definition_use SET let_go_at = now() - interval '61 minutes'`);
    const unused = idOf(await world.send());
    await useEvent(world.service.bus, 'purchase', 'c3');
    const usedAgain = idOf(await world.send());
    await eventually(async () => {
      expect((await published()).slice(-2)).toEqual([used, usedAgain]);
    });
    expect(unused).not.toBe('');
  });

  it('lets a used one behind many pass within seconds, although nothing wakes the relay for them', async () => {
    const many = `INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at, used)
                  SELECT gen_random_uuid(), 'u', 'visit', 1, 'c', '{}', now(), false FROM generate_series(1, 1200)`;
    await world.sql(many);
    await useEvent(world.service.bus, 'purchase', 'c3');
    const used = idOf(await world.send());
    await eventually(async () => {
      expect((await published()).at(-1)).toBe(used);
    }, 5_000);
  });

  it('is forgotten as a use a day after it was let go', async () => {
    await useEvent(world.service.bus, 'visit', 'c4');
    await useEvent(world.service.bus, 'visit', 'c5');
    await world.sql(`UPDATE definition_use SET let_go_at = now() - interval '25 hours' WHERE campaign_id = 'c4'`);
    await world.sql(`UPDATE definition_use SET let_go_at = now() - interval '23 hours' WHERE campaign_id = 'c5'`);
    await world.service.app.get(Chores).runNow('purge-definition-uses');
    const left = await world.sql(`SELECT campaign_id FROM definition_use WHERE campaign_id IN ('c4', 'c5')`);
    expect(left).toEqual([{ campaign_id: 'c5' }]);
  });

  it('is erased with its user without a wait, and leaves no id behind', async () => {
    await world.define('private');
    await world.send({ user_id: 'forgotten', event_name: 'private' });
    const log = world.service.app.get(EventLogStore);
    const transactions = world.service.app.get(Transactions);
    const waits = await transactions.run(async () => {
      // The relay would not have come by yet. It waits for the end of this transaction.
      await transactions.open.query('UPDATE event_log_position SET seq = 0');
      const unpublished = await log.hasUnpublished('forgotten');
      await log.deleteOfUser('forgotten');
      return unpublished;
    });
    expect(waits).toBe(false);
    expect(await world.log('forgotten')).toEqual([]);
    expect(await world.sql('SELECT FROM erased_fact')).toEqual([]);
  });
});
