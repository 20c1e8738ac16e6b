import { endCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { Chores } from '@ces/service/chores/chores';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource } from 'typeorm';
import { CampaignsUnderTest, newUser } from '../../../test/run-campaigns.js';

describe('the chore purge-counters', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  it('deletes the counters of a campaign 40 days after its end', async () => {
    const stack = await service.newStack();
    const campaign = {
      trigger: { event_name: 'counted' },
      effects: [{ type: 'transaction' as const, stack_id: stack.id, value: 1 }],
      caps: [{ scope: 'user' as const, window: { type: 'total' as const }, max: 1 }],
      budget: { points: 1_000 },
    };
    const [long, lately, running] = [
      await service.run(campaign),
      await service.run(campaign),
      await service.run(campaign),
    ];
    await service.submit([service.fact(newUser(), 'counted')]);
    for (const { id } of [long, lately]) await service.bus.call(endCampaign, { id });
    const ago = `UPDATE campaign SET updated_at = now() - make_interval(days => $2) WHERE id = $1`;
    await service.query(ago, [long.id, 41]);
    await service.query(ago, [lately.id, 39]);
    await service.query(ago, [running.id, 400]);
    await service.chore('purge-counters');
    const left = await service.query<{ id: string }>(
      'SELECT DISTINCT campaign_id AS id FROM campaign_counter ORDER BY id',
    );
    expect(left.map(({ id }) => id)).toEqual([lately.id, running.id].sort());
  });

  it('ends after the batch at hand when the process ends', async () => {
    await service.query('DELETE FROM campaign_counter');
    await service.query(
      `INSERT INTO campaign_counter SELECT gen_random_uuid(), '', 'w', 1, now() - interval '1 day' FROM generate_series(1, 12000)`,
    );
    const database = service.app.get(DataSource);
    const holder = database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE campaign_counter IN SHARE MODE');
    const stop = new AbortController();
    const purged = service.app.get(Chores).runNow('purge-counters', stop.signal);
    await untilBlocked(holder, { statement: 'campaign_counter' });
    stop.abort();
    await holder.commitTransaction();
    await holder.release();
    await purged;
    expect(await service.query('SELECT count(*)::int AS n FROM campaign_counter')).toEqual([{ n: 7_000 }]);
  });
});
