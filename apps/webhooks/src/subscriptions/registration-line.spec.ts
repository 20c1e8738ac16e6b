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

  const refusal = { status: 503, code: 'service-unavailable', extras: { retry_after: 1 } };

  it('wait for each other without connections, while others read, register and get their events', async () => {
    await world.register('/there');
    const { id: many } = world.identity.addClient();
    const { id: other } = world.identity.addClient();
    const goOn = await holdUp(many);
    const waiting = Promise.allSettled(Array.from({ length: 30 }, () => world.register('/many', {}, many)));
    try {
      await untilBlocked(world.app.get(DataSource), { count: 1, statement: 'webhooks of ' });
      expect((await world.call(listWebhooks, { client_id: world.client.id })).items).toHaveLength(1);
      await world.register('/other', {}, other);
      await world.transactions(['meanwhile']);
      await world.arrived('/there', ['meanwhile']);
    } finally {
      await goOn();
    }
    // On a slow machine some have waited for longer than their callers.
    const refused = (await waiting).flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(refused).toMatchObject(refused.map(() => refusal));
    expect(refused.length).toBeLessThan(30);
  });

  it('are refused with a time to come back when the line is full', async () => {
    const { id: many } = world.identity.addClient();
    const goOn = await holdUp(many);
    const refused: unknown[] = [];
    const waiting = Array.from({ length: 110 }, () =>
      world.register('/many', {}, many).catch((error: unknown) => refused.push(error)),
    );
    try {
      await eventually(() => {
        expect(refused).toMatchObject(Array<object>(9).fill(refusal));
      });
    } finally {
      await goOn();
    }
    await Promise.all(waiting);
    // The others were registered, as far as a client may have so many, unless they have waited for too long.
    const codes = new Set(refused.slice(9).map((error) => (error as { code: string }).code));
    expect([...codes].filter((code) => code !== refusal.code)).toEqual(['too-many-webhooks']);
  });
});
