import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import { segmentProcessed, type SegmentProcessed } from '@ces/contracts/segments/segments';
import { eventually } from '@ces/testing/eventually';
import { setTimeout as sleep } from 'node:timers/promises';
import { numbered, transaction, WebhookWorld } from '../../../test/webhook-world.js';
import { laneCount, laneOf } from '../../log/lane-of-user.js';
import { ClaimStore } from '../claim/claim.store.js';
import type { Admission } from './admission.js';
import { CourierServices } from './courier-services.js';
import { allPaces } from './pace.js';

/** Users of all lanes that have users. */
const users = [...Map.groupBy(numbered('user', 400), laneOf).values()].flatMap(([first]) => first ?? []);

describe('a webhook whose lanes are held up', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  const laned = async (path: string): Promise<string> => {
    const { id } = await world.register(path, { events: ['transaction-created', 'segment-processed'] });
    await world.change(id, { lanes: 16 });
    return id;
  };
  const tell = (name: string, some: string[]) =>
    world.tell(
      transactionCreated,
      some.map((user, index) => transaction(`${name}${index}`, user)),
    );
  const sentTo = (path: string) =>
    world.receiver.at(path).flatMap(({ events }) => events.map(({ data }) => data['id']));

  it('keeps one batch in memory that waits for a place among the requests under way', async () => {
    await laned('/full');
    const { admission } = world.app.get(CourierServices);
    const enter = admission.enter.bind(admission);
    const opened = Promise.withResolvers<undefined>();
    let entered = 0;
    const door: Pick<Admission, 'enter'> = {
      enter: async (wish) => {
        entered += 1;
        await opened.promise;
        return enter(wish);
      },
    };
    Object.assign(admission, door);
    await tell('f', users.slice(0, 9));
    await eventually(() => {
      expect(entered).toBe(1);
    });
    await sleep(100);
    expect(entered).toBe(1);
    opened.resolve(undefined);
    Object.assign(admission, { enter });
    await eventually(() => {
      expect(sentTo('/full')).toHaveLength(9);
    });
  });

  it('is not claimed while all of them wait, and goes on when the first is due', async () => {
    const id = await laned('/down');
    // The clock stands still, so no retry is due.
    world.later(-60_000);
    world.receiver.answer(500);
    await tell('d', users);
    await world.tell(segmentProcessed, [{ id: 's', name: 'n' } as Partial<SegmentProcessed> as SegmentProcessed]);
    const queue = async () => {
      const [row] = await world.sql<{ epoch: string; due: boolean; failed: number }>(
        `SELECT epoch, isfinite(due_at) AS due,
                (SELECT count(*)::integer FROM lane WHERE webhook_id = $1 AND attempt > 0) AS failed
           FROM delivery WHERE webhook_id = $1`,
        [id],
      );
      return row;
    };
    await eventually(async () => {
      expect(await queue()).toMatchObject({ due: true, failed: laneCount });
    });
    const before = await queue();
    await tell('late', users.slice(0, 1));
    await world.app.get(ClaimStore).claim({ from: [...allPaces], full: [], limit: 10 }, []);
    expect(await queue()).toEqual(before);
    world.receiver.answer(204);
    world.later(10_000);
    await eventually(() => {
      expect(sentTo('/down')).toContain('late0');
    });
  });
});
