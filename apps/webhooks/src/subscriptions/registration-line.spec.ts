import { listWebhooks } from '@ces/contracts/webhooks/webhooks';
import { eventually } from '@ces/testing/eventually';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource } from 'typeorm';
import { WebhookWorld } from '../../test/webhook-world.js';

describe('many registrations of one client at once', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  /** Holds what registrations of the client wait for. The result lets them go on. */
  async function holdUp(clientId: string): Promise<() => Promise<void>> {
    const holder = world.app.get(DataSource).createQueryRunner();
    await holder.startTransaction();
    await holder.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))`, [clientId]);
    return async () => {
      await holder.commitTransaction();
      await holder.release();
    };
  }

  it('wait for each other without connections, while reads are answered and events delivered', async () => {
    await world.register('/there');
    const { id: many } = world.identity.addClient();
    const goOn = await holdUp(many);
    const waiting = Promise.all(Array.from({ length: 30 }, () => world.register('/many', {}, many)));
    // A refusal is looked at below.
    waiting.catch(() => undefined);
    await untilBlocked(world.app.get(DataSource), { count: 3, statement: 'webhooks of ' });
    expect((await world.call(listWebhooks, { client_id: world.client.id })).items).toHaveLength(1);
    await world.transactions(['meanwhile']);
    await world.arrived('/there', ['meanwhile']);
    await goOn();
    expect(new Set((await waiting).map(({ id }) => id)).size).toBe(30);
  });

  it('are refused with a time to come back when the line is full', async () => {
    const { id: many } = world.identity.addClient();
    const goOn = await holdUp(many);
    const refused: unknown[] = [];
    const waiting = Array.from({ length: 110 }, () =>
      world.register('/many', {}, many).catch((error: unknown) => refused.push(error)),
    );
    await eventually(() => {
      const refusal = { status: 503, code: 'service-unavailable', extras: { retry_after: 1 } };
      expect(refused).toMatchObject(Array<object>(7).fill(refusal));
    });
    await goOn();
    await Promise.all(waiting);
    // The 103 others were registered, as far as a client may have so many.
    expect(refused.slice(7)).toMatchObject(Array<object>(53).fill({ code: 'too-many-webhooks' }));
  });
});
