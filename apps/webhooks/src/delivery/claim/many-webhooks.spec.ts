import { eventually } from '@ces/testing/eventually';
import { setTimeout as sleep } from 'node:timers/promises';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';

describe('more webhooks than a process delivers to at once', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(async () => {
    world.receiver.answer(204);
    // Deleting so many rows can collide with deliveries under way, so it is repeated.
    await eventually(() => world.sql('DELETE FROM webhook'));
  });

  const idsOf = (paths: string[]) => {
    const ids = new Map(paths.map((path) => [path, [] as unknown[]]));
    for (const { path, events } of world.receiver.received)
      ids.get(path)?.push(...events.map(({ data }) => data['id']));
    return [...ids.values()];
  };

  it('each webhook gets every event while events keep coming for all', async () => {
    const paths = numbered('/steady', 600);
    await world.registerMany(paths);
    const told: string[] = [];
    for (let n = 0; n < 60 && idsOf(paths).some((ids) => ids.length === 0); n += 1) {
      told.push(`steady-${n}`);
      await world.transactions(told.slice(-1));
      await sleep(500);
    }
    expect(idsOf(paths).filter((ids) => ids.length === 0)).toEqual([]);
    // An expectation would take longer to describe the difference than the delivery takes.
    await eventually(
      () => {
        if (idsOf(paths).some((ids) => ids.length < told.length)) throw new Error('more events are missing');
      },
      60_000,
      250,
    );
    expect(idsOf(paths)).toEqual(paths.map(() => told));
  }, 120_000);

  it('one event is delivered once to each of two thousand webhooks', async () => {
    const paths = numbered('/burst', 2_000);
    await world.registerMany(paths);
    await world.transactions(['burst']);
    await eventually(
      () => {
        expect(idsOf(paths).filter((ids) => ids.length === 0)).toHaveLength(0);
      },
      100_000,
      500,
    );
    expect(idsOf(paths)).toEqual(paths.map(() => ['burst']));
  }, 120_000);

  it('hundreds of slow webhooks with full queues do not delay a fast one', async () => {
    const slow = numbered('/slow', 300);
    await world.register('/good');
    await world.transactions(['proof']);
    await world.arrived('/good', ['proof']);
    await world.registerMany(slow);
    world.receiver.behaviour = ({ path }, response) =>
      void sleep(path === '/good' ? 0 : 1_200).then(() => response.writeHead(200).end());
    for (const id of ['one', 'two', 'three']) {
      await world.transactions([id]);
      await eventually(() => {
        expect(world.idsAt('/good')).toContain(id);
      }, 20_000);
    }
    expect(idsOf(slow).filter((ids) => ids.length < 3)).not.toHaveLength(0);
    await eventually(async () => {
      const found = await world.sql('SELECT FROM delivery WHERE last_ms >= 1000');
      expect(found.length).toBeGreaterThan(10);
    });
  });
});
