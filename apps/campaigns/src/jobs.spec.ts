import { endCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { eventually } from '@ces/testing/eventually';
import { DataSource } from 'typeorm';
import { CampaignsUnderTest, newUser } from '../test/run-campaigns.js';
import { Jobs } from './jobs.js';

describe('what is done from time to time', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  }, 60_000);

  afterAll(() => service.stop());

  it('forgets what a campaign has counted when it ended long ago', async () => {
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
    await service.app.get(Jobs).tidy();
    const left = await service.query<{ id: string }>(
      'SELECT DISTINCT campaign_id AS id FROM campaign_counter ORDER BY id',
    );
    expect(left.map(({ id }) => id)).toEqual([lately.id, running.id].sort());
  });

  it('drops the dead letters of users who have been erased, also those that came afterwards', async () => {
    const [erased, other] = [service.fact(newUser(), 'dead'), service.fact(newUser(), 'dead')];
    for (const { id, payload } of [erased, other]) {
      const text = JSON.stringify({ ...payload, data: JSON.stringify({ user_id: erased.payload.user_id, nul: '\0' }) });
      await service.query(`INSERT INTO dead_letter VALUES ($1, 'c', 's', $1, $2, 'e', 6)`, [id, text]);
    }
    // On the last day that is known of them.
    await service.query(`INSERT INTO erased_user VALUES (sha256($1), now() - interval '8 days')`, [
      Buffer.from(erased.payload.user_id),
    ]);
    await service.app.get(Jobs).tidy();
    expect(await service.query('SELECT id FROM dead_letter')).toEqual([{ id: other.id }]);
    expect(await service.query('SELECT FROM erased_user')).toEqual([]);
  });

  it('goes no further than the batch at hand when the process ends', async () => {
    await service.query('DELETE FROM campaign_counter');
    await service.query(
      `INSERT INTO campaign_counter SELECT gen_random_uuid(), '', 'w', 1, now() - interval '1 day' FROM generate_series(1, 12000)`,
    );
    const database = service.app.get(DataSource);
    const holder = database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE campaign_counter IN SHARE MODE');
    const jobs = service.app.get(Jobs);
    const tidied = jobs.tidy();
    await eventually(async () => {
      expect(
        await holder.query(`SELECT FROM pg_locks WHERE relation = 'campaign_counter'::regclass AND NOT granted`),
      ).toHaveLength(1);
    });
    const shutdown = jobs.onApplicationShutdown();
    await holder.commitTransaction();
    await holder.release();
    await Promise.all([tidied, shutdown]);
    expect(await service.query('SELECT count(*)::int AS n FROM campaign_counter')).toEqual([{ n: 7_000 }]);
  });
});
