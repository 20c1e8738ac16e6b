import { eventually } from '@ces/testing/eventually';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource, type QueryRunner } from 'typeorm';
import { WebhookWorld } from '../../../test/webhook-world.js';
import { recordingOfLanes } from './lane-record.store.js';
import { recordingOfQueues } from './record.store.js';

describe('the recording of a delivery', () => {
  let world: WebhookWorld;
  let other: QueryRunner;

  beforeAll(async () => {
    world = await WebhookWorld.start();
    other = world.app.get(DataSource).createQueryRunner();
  });

  afterEach(async () => {
    if (other.isTransactionActive) await other.rollbackTransaction();
  });

  afterAll(async () => {
    await other.release();
    await world.stop();
  });

  it('is atomic: the cursor passes a refused event only together with its row among the events set aside', async () => {
    await other.startTransaction();
    await other.query('LOCK TABLE set_aside IN EXCLUSIVE MODE');
    const { id } = await world.register('/aside');
    world.receiver.answer(413);
    await world.transactions(['too-large']);
    await untilBlocked(other, { statement: 'accepted_state' });
    expect((await world.details(id)).queue).toMatchObject({ waiting: 1, set_aside: 0 });
    await other.commitTransaction();
    await eventually(async () => {
      expect((await world.details(id)).queue).toMatchObject({ waiting: 0, set_aside: 1 });
    });
    expect(world.receiver.at('/aside')).toHaveLength(1);
  });

  it('finds its webhook by the key, however many others there are', async () => {
    await other.startTransaction();
    await other.query(
      `WITH made AS (
         INSERT INTO webhook (id, client_id, events, url, headers)
         SELECT gen_random_uuid(), 'cl_many', '{user-activated}', 'http://127.0.0.1:9/', '' FROM generate_series(1, 10000)
         RETURNING id)
       INSERT INTO delivery (webhook_id, cursor) SELECT made.id, position FROM made, log_clock`,
    );
    await other.query('ANALYZE webhook, delivery');
    for (const recording of [recordingOfQueues, recordingOfLanes]) {
      const plan = (await other.query(`EXPLAIN ${recording}`, ['[]', '[]', 10, 1])) as Record<'QUERY PLAN', string>[];
      const lines = plan.map((line) => line['QUERY PLAN']);
      expect(lines.filter((line) => line.includes('Seq Scan on delivery'))).toEqual([]);
      expect(lines.join()).toMatch(/Index Scan using \w+ on delivery/);
    }
    await other.rollbackTransaction();
  });
});
