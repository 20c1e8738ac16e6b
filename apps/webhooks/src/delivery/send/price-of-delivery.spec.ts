import { eventually } from '@ces/testing/eventually';
import { hearStatements } from '@ces/testing/hear-statements';
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

  it('is two statements, without a claim or a reading, for an event that comes alone', async () => {
    const { id: webhook } = await world.register('/cheap');
    const ids = numbered('cheap', 12);
    for (const [index, id] of ids.entries()) {
      if (index === 1) texts.length = 0;
      await world.transactions([id]);
      await world.arrived('/cheap', ids.slice(0, index + 1));
      // Without a call of the service, whose own reading would count.
      await eventually(async () => {
        expect(await world.sql('SELECT FROM attempt WHERE webhook_id = $1', [webhook])).toHaveLength(index + 1);
      });
    }
    const count = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length;
    // One statement marks the fact, appends the event and freezes the batch.
    expect([count(/INSERT INTO inbox.+UPDATE log_clock SET previous/s), count(/^(INSERT INTO inbox|START)/)]).toEqual([
      11, 0,
    ]);
    // On a machine that stops for half a second, the lease is confirmed anew; without the freezing, each event needs that.
    expect(count(/FOR UPDATE OF d SKIP LOCKED\),\s+frozen AS \(\s+UPDATE delivery d\s+SET cursor/)).toBeGreaterThan(7);
    expect(count(/INSERT INTO attempt/)).toBeLessThan(17);
    // A look every five seconds reads and claims anew.
    expect(count(/WITH due AS/)).toBeLessThan(5);
    expect(count(/FROM event\b/)).toBeLessThan(5);
  });
});
