import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import { userClosed } from '@ces/contracts/identity/users';
import { segmentProcessed, type SegmentProcessed } from '@ces/contracts/segments/segments';
import type { NewWebhook } from '@ces/contracts/webhooks/webhooks';
import { eventually } from '@ces/testing/eventually';
import { numbered, transaction, WebhookWorld } from '../../test/webhook-world.js';
import { laneOf, userLanes } from './lane-of-user.js';

/** A user of each lane. */
const users = [...Map.groupBy(numbered('user', 400), laneOf).values()].flatMap(([first]) => first ?? []);
const [first = ''] = users;

describe('the lane of an event', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  const laned = async (path: string, more: Partial<NewWebhook> = {}): Promise<string> => {
    const { id } = await world.register(path, more);
    await world.change(id, { lanes: 2 });
    return id;
  };

  it('is one of sixteen for users, and another one without a user', () => {
    expect(new Set(users.map(laneOf)).size).toBe(userLanes);
    expect(laneOf(null)).toBe(0);
  });

  it('gives events without a user one lane, and follows a user to its deletion', async () => {
    const events: NewWebhook['events'] = ['user-deleted', 'segment-processed'];
    await laned('/lanes', { events });
    await world.tell(userClosed, [{ user_id: first, at: new Date().toISOString() }]);
    const segment: Partial<SegmentProcessed> = { id: 's', name: 'n' };
    await world.tell(segmentProcessed, [segment as SegmentProcessed]);
    await eventually(() => {
      expect(world.receiver.at('/lanes').flatMap(({ events: all }) => all)).toHaveLength(2);
    });
    const rows = await world.sql('SELECT name, lane FROM event WHERE name = ANY ($1)', [events]);
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'user-deleted', lane: laneOf(first) },
        { name: 'segment-processed', lane: 0 },
      ]),
    );
  });

  it('knows the lanes of events that the previous release wrote', async () => {
    const id = await laned('/older');
    await world.disable(id);
    await world.tell(
      transactionCreated,
      users.map((user) => transaction(`old-${user}`, user)),
    );
    await eventually(async () => {
      expect((await world.details(id)).queue.waiting).toBe(users.length);
    });
    await world.sql('UPDATE event SET lane = NULL');
    await world.enable(id);
    await eventually(() => {
      expect(world.idsAt('/older').sort()).toEqual(users.map((user) => `old-${user}`).sort());
    });
    for (const { events } of world.receiver.at('/older')) expect(events).toHaveLength(1);
  });
});
