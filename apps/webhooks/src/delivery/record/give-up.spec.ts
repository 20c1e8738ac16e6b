import type { Platform } from '../../../../../e2e/platform/platform.js';
import { eventually } from '@ces/testing/eventually';
import { DataSource, type QueryRunner } from 'typeorm';
import { WebhookWorld } from '../../../test/webhook-world.js';

describe('a webhook that is given up', () => {
  let platform: Platform;
  let world: WebhookWorld;
  let other: QueryRunner;

  beforeAll(async () => {
    world = await WebhookWorld.start();
    ({ platform } = world);
    other = platform.webhooks.get(DataSource).createQueryRunner();
  }, 60_000);

  afterEach(async () => {
    if (other.isTransactionActive) await other.rollbackTransaction();
  });

  afterAll(async () => {
    await other.release();
    await world.stop();
  });

  const waitingFor = (table: string) =>
    eventually(async () => {
      const found = await world.sql<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
        [table],
      );
      if (found.length === 0) throw new Error('nobody waits yet');
      return found;
    });
  /** Somebody else works on the webhook at the moment when its receiver answers 410. */
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

  it('is locked in the order of everybody else, so that nobody is in the way of the other for ever', async () => {
    const id = await goneMeanwhile('/locked');
    await waitingFor('webhook');
    await other.query('UPDATE delivery SET aside_in_row = 0 WHERE webhook_id = $1', [id]);
    await other.commitTransaction();
    await disabled(id);
    expect(world.receiver.at('/locked')).toHaveLength(1);
  });

  it('stays so though the database is away for a moment: what was answered is not asked again', async () => {
    const id = await goneMeanwhile('/away');
    for (const { pid } of await waitingFor('webhook')) await world.sql('SELECT pg_terminate_backend($1)', [pid]);
    await waitingFor('webhook');
    await other.commitTransaction();
    await disabled(id);
    expect(world.receiver.at('/away')).toHaveLength(1);
    expect(await world.attempts(id)).toMatchObject([{ outcome: 'gone', attempt: 1 }]);
  });
});
