import { eventually } from '@ces/testing/eventually';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource, type QueryRunner } from 'typeorm';
import { WebhookWorld } from '../../../test/webhook-world.js';

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
});
