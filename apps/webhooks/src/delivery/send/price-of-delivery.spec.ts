import { eventually } from '@ces/testing/eventually';
import { hearStatements } from '@ces/testing/hear-statements';
import { Dispatcher } from '../claim/dispatcher.service.js';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';

describe('the price of a delivery', () => {
  let world: WebhookWorld;

  /** The statements that this process has sent to PostgreSQL. */
  const texts: string[] = [];
  let stopListening: () => void;

  beforeAll(async () => {
    stopListening = hearStatements((text) => texts.push(text));
    world = await WebhookWorld.start();
  });

  afterAll(async () => {
    await world.stop();
    stopListening();
  });

  it('is one statement, without a claim or a reading, for an event that comes soon after another one', async () => {
    const { id: webhook } = await world.register('/cheap');
    const ids = numbered('cheap', 12);
    for (const [index, id] of ids.entries()) {
      if (index === 1) texts.length = 0;
      await world.transactions([id]);
      await world.arrived('/cheap', ids.slice(0, index + 1));
    }
    // Without a call of the service, whose own reading would count.
    await eventually(async () => {
      expect(await world.sql('SELECT FROM attempt WHERE webhook_id = $1', [webhook])).toHaveLength(ids.length);
    });
    const count = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length;
    // One statement marks the fact, appends the event, records the delivery before it and freezes the batch.
    expect(count(/INSERT INTO inbox.+UPDATE log_clock SET previous/s)).toBe(11);
    // On a machine that is slow, chores have transactions meanwhile.
    expect(count(/^(INSERT INTO inbox|START)/)).toBeLessThan(4);
    expect(count(/FOR UPDATE OF d SKIP LOCKED\),\s+frozen AS.+INSERT INTO attempt/s)).toBeGreaterThan(7);
    // The last delivery is recorded alone, and those after which this machine stops for a tenth of a second.
    expect(count(/accepted_state/)).toBeLessThan(9);
    // A look every five seconds reads and claims anew.
    expect(count(/WITH due AS/)).toBeLessThan(5);
    expect(count(/FROM event\b/)).toBeLessThan(5);
  });

  // The last test: nothing is delivered after it.
  it('is paid before the sender ends', async () => {
    const { id } = await world.register('/last');
    await world.transactions(['last']);
    await world.arrived('/last', ['last']);
    await world.app.get(Dispatcher).onModuleDestroy();
    expect(await world.sql('SELECT outcome FROM attempt WHERE webhook_id = $1', [id])).toEqual([
      { outcome: 'delivered' },
    ]);
    expect(await world.sql('SELECT batch_id FROM delivery WHERE webhook_id = $1', [id])).toEqual([{ batch_id: null }]);
  });
});
