import { userEvents, type EventResult } from '@ces/contracts/events/events';
import { letDefinitionGo } from '@ces/contracts/events/definition-use';
import { readMessage } from '@ces/messaging/facts/publish/fact-message';
import { Transactions } from '@ces/messaging/storage/transactions';
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
  }, 60_000);

  afterAll(() => world.stop());

  const idOf = (result: EventResult): string => ('accepted' in result ? result.accepted.id : '');

  /** The ids of all published events. */
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
    await world.use('purchase', 'c1');
    const used = await world.send();
    const beside = await world.send({ event_name: 'visit' });
    await world.use('visit', 'c2');
    const later = await world.send({ event_name: 'visit' });
    await eventually(async () => {
      expect(await published()).toEqual([idOf(used), idOf(later)]);
    });
    const { items } = await world.service.bus.call(userEvents, { user_id: 'user' });
    expect(items.map(({ unused }) => unused)).toEqual([undefined, true, undefined, true]);
    const span = { from: Date.now() - 60_000, until: Date.now() + 60_000 };
    const records = world.service.app.get(LogRecordsStore);
    expect(await records.sums(span)).toMatchObject([{ count: 2, waiting: 0 }]);
    expect((await records.ids(span, '', 10)).sort()).toEqual([idOf(used), idOf(later)].sort());
    expect([before, beside]).toMatchObject([{ accepted: {} }, { accepted: {} }]);
  });

  it('is published no more when the last campaign has let its definition go', async () => {
    for (const campaign of ['c1', 'c3']) await world.use('purchase', campaign);
    await world.service.bus.call(letDefinitionGo, { campaign_id: 'c1' });
    const used = idOf(await world.send());
    await world.service.bus.call(letDefinitionGo, { campaign_id: 'c3' });
    const unused = idOf(await world.send());
    await eventually(async () => {
      expect(await published()).toContain(used);
      expect(await world.sql('SELECT FROM event_log WHERE seq > (SELECT seq FROM event_log_position)')).toEqual([]);
    });
    expect(await published()).not.toContain(unused);
    expect(await world.service.app.get(LogFactsStore).oldestWaiting()).toBeUndefined();
  });

  it('is erased with its user without a wait, and leaves no id behind', async () => {
    await world.define('private');
    await world.send({ user_id: 'forgotten', event_name: 'private' });
    const log = world.service.app.get(EventLogStore);
    const waits = await world.service.app.get(Transactions).run(async () => {
      // As if the relay had not come by yet.
      await world.sql('UPDATE event_log_position SET seq = 0');
      const unpublished = await log.hasUnpublished('forgotten');
      await log.deleteOfUser('forgotten');
      return unpublished;
    });
    expect(waits).toBe(false);
    expect(await world.log('forgotten')).toEqual([]);
    expect(await world.sql('SELECT FROM erased_fact')).toEqual([]);
  });
});
