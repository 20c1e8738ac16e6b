import { eventually } from '@ces/testing/eventually';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';
import { laneCount } from '../../log/lane-of-user.js';

describe('a webhook that shall get lanes while a batch is frozen', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.receiver.answer(204);
    world.later(0);
  });

  const lanes = (id: string, count: number) =>
    eventually(async () => {
      expect(await world.sql('SELECT FROM lane WHERE webhook_id = $1', [id])).toHaveLength(count);
    });
  const failures = (id: string, count: number) =>
    eventually(async () => {
      expect((await world.details(id)).queue.failures).toBe(count);
    });
  const failed = async (path: string) => {
    const { id } = await world.register(path);
    // The clock stands still, so the retry is not due however long this takes.
    world.later(-60_000);
    world.receiver.answer(500);
    await world.transactions(['f1', 'f2']);
    await failures(id, 1);
    return id;
  };
  const sameBatches = (path: string, count: number) => {
    const batches = world.receiver.at(path).slice(0, count);
    expect(batches).toHaveLength(count);
    expect(new Set(batches.map(({ body }) => body)).size).toBe(1);
    expect(new Set(batches.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  };

  it('delivers the batch first, with its id, bytes and pauses, and gets the lanes then', async () => {
    const id = await failed('/frozen');
    const { next_attempt_at } = (await world.details(id)).queue;
    await world.change(id, { lanes: 4 });
    expect((await world.details(id)).queue).toMatchObject({ failures: 1, next_attempt_at });
    await world.transactions(['f3']);
    world.later(-53_500);
    await failures(id, 2);
    await lanes(id, 0);
    world.receiver.answer(204);
    world.later(60_000);
    await world.arrived('/frozen', ['f1', 'f2', 'f1', 'f2', 'f1', 'f2', 'f3']);
    sameBatches('/frozen', 3);
    await lanes(id, laneCount);
  });

  it('sends it at once when it is disabled and enabled, and gets the lanes then', async () => {
    const id = await failed('/enabled');
    await world.change(id, { lanes: 2 });
    await world.disable(id);
    world.receiver.answer(204);
    await world.transactions(['f3']);
    await world.enable(id);
    await world.arrived('/enabled', ['f1', 'f2', 'f1', 'f2', 'f3']);
    sameBatches('/enabled', 2);
    await lanes(id, laneCount);
  });

  it('halves a batch that is refused for good, sets its culprit aside, and gets the lanes then', async () => {
    const { id } = await world.register('/refused');
    await world.disable(id);
    await world.change(id, { lanes: 4 });
    const ids = numbered('h', 8);
    await world.transactions(ids);
    world.receiver.behaviour = ({ body, path }, response) =>
      response.writeHead(path === '/refused' && body.includes('"id":"h-3"') ? 400 : 204).end();
    // The batch is frozen while the webhook has one queue.
    await world.change(id, { lanes: 1 });
    world.later(-60_000);
    await world.enable(id);
    await failures(id, 1);
    await world.change(id, { lanes: 4 });
    world.later(0);
    await eventually(async () => {
      expect((await world.details(id)).queue).toMatchObject({ waiting: 0, set_aside: 1 });
    });
    const accepted = world.receiver.at('/refused').filter(({ body }) => !body.includes('"id":"h-3"'));
    expect(accepted.flatMap(({ events }) => events.map(({ data }) => data['id']))).toEqual(
      ids.filter((each) => each !== 'h-3'),
    );
    sameBatches('/refused', 2);
    await world.transactions(['h-last']);
    await lanes(id, laneCount);
  });

  it('gets its lanes with the next event if nothing is frozen', async () => {
    const { id } = await world.register('/idle');
    await world.transactions(['i1']);
    await world.arrived('/idle', ['i1']);
    await world.change(id, { lanes: 4 });
    await world.transactions(['i2']);
    await world.arrived('/idle', ['i1', 'i2']);
    await lanes(id, laneCount);
  });
});
