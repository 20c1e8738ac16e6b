import { eventually } from '@ces/testing/eventually';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource, type QueryRunner } from 'typeorm';
import { WebhookWorld } from '../../../test/webhook-world.js';

describe('giving up a webhook', () => {
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

  const waitingFor = (table: string) => untilBlocked(other, { statement: table });
  /** Another transaction holds the webhook when its receiver answers 410. */
  const goneMeanwhile = async (path: string): Promise<string> => {
    const { id } = await world.register(path);
    await other.startTransaction();
    await other.query('SELECT FROM webhook WHERE id = $1 FOR UPDATE', [id]);
    world.receiver.answer(410);
    await world.transactions([path]);
    return id;
  };
  const disabled = (id: string) =>
    eventually(async () => {
      expect(await world.details(id)).toMatchObject({ state: 'disabled', disabled: { reason: 'gone' } });
    });

  it('locks the webhook before its queue, as every transaction does, so that there is no deadlock', async () => {
    const id = await goneMeanwhile('/locked');
    await waitingFor('webhook');
    await other.query('UPDATE delivery SET aside_in_row = 0 WHERE webhook_id = $1', [id]);
    await other.commitTransaction();
    await disabled(id);
    expect(world.receiver.at('/locked')).toHaveLength(1);
  });

  it('outlasts an outage of the database without sending the batch again', async () => {
    const id = await goneMeanwhile('/away');
    for (const pid of await waitingFor('webhook')) await world.sql('SELECT pg_terminate_backend($1)', [pid]);
    await waitingFor('webhook');
    await other.commitTransaction();
    await disabled(id);
    expect(world.receiver.at('/away')).toHaveLength(1);
    expect(await world.attempts(id)).toMatchObject([{ outcome: 'gone', attempt: 1 }]);
  });
});
