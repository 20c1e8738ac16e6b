import { Chores } from '@ces/service/chores/chores';
import { WebhookWorld } from '../../test/webhook-world.js';
import { AttemptPartitions } from '../attempts/attempt-partitions.service.js';
import { LogPartitions } from '../log/log-partitions.service.js';

const weekMs = 7 * 86_400_000;

describe.each([
  ['event', 'arrange-log-partitions', LogPartitions],
  ['attempt', 'arrange-attempt-partitions', AttemptPartitions],
] as const)('the weekly partitions of %s', (table, chore, owner) => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start({ WEBHOOK_RETENTION_DAYS: '14', WEBHOOK_ATTEMPT_DAYS: '14' });
  });

  afterAll(() => world.stop());

  const partitions = async (): Promise<string[]> => {
    const rows = await world.sql<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = $1::regclass AND c.relname <> $2 ORDER BY 1`,
      [table, `${table}_default`],
    );
    return rows.map(({ name }) => name);
  };
  const weeks = (first: number, count: number): string[] => {
    const week = Math.floor(Date.now() / weekMs) + first;
    return Array.from({ length: count }, (_, index) => `${table}_w${String(week + index).padStart(6, '0')}`);
  };

  it('are made for this week and the next two by a chore', async () => {
    await world.app.get(Chores).runNow(chore);
    expect(await partitions()).toEqual(weeks(0, 3));
  });

  it('are dropped when all of their rows are older than the retention', async () => {
    await world.app.get(owner).arrange(Date.now() + 2 * weekMs);
    expect(await partitions()).toEqual(weeks(0, 5));
    await world.app.get(owner).arrange(Date.now() + 3 * weekMs);
    expect(await partitions()).toEqual(weeks(1, 5));
  });
});
