import {
  createCampaign,
  getCampaign,
  pauseCampaign,
  putCampaign,
  startCampaign,
  type Campaign,
  type NewCampaign,
} from '@ces/contracts/campaigns/campaign-administration';
import { inCall } from '@ces/messaging/calls/call-context';
import { CampaignsUnderTest } from '../../test/run-campaigns.js';

describe('changes of campaigns', () => {
  let service: CampaignsUnderTest;
  let given: NewCampaign;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start({ DATABASE_POOL: '8' });
    const stack = await service.newStack();
    const effects: NewCampaign['effects'] = [{ type: 'transaction', stack_id: stack.id, value: 1 }];
    given = { name: 'Spec', trigger: { event_name: 'change' }, effects, audience: { include_segments: ['s1'] } };
  });

  afterAll(() => service.stop());

  it('leave each other enough connections when many come at once', async () => {
    const many = Array.from({ length: 30 }, () => service.bus.call(createCampaign, given));
    expect((await Promise.all(many)).map(({ state }) => state)).toEqual(many.map(() => 'draft'));
  });

  it('all succeed for one campaign at once, with idempotency keys and without', async () => {
    const { id } = await service.bus.call(createCampaign, given);
    for (let round = 0; round < 3; round += 1) {
      await service.bus.call(pauseCampaign, { id }).catch(() => undefined);
      const many = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? service.bus.call(putCampaign, { ...given, name: `Spec ${round} ${index}`, id })
          : withKey(`start ${round} ${index}`, () => service.bus.call(startCampaign, { id })),
      );
      expect((await Promise.all(many)).map((each) => each.id)).toEqual(many.map(() => id));
    }
  });

  it('never make runs overlap, also when the clock was put back', async () => {
    const { id } = await service.run(given);
    await service.bus.call(pauseCampaign, { id });
    await service.query(`UPDATE campaign_run SET until_at = until_at + interval '1 hour' WHERE campaign_id = $1`, [id]);
    await service.bus.call(startCampaign, { id });
    const [row] = await service.query<{ apart: boolean }>(
      `SELECT max(from_at) = max(until_at) AS apart FROM campaign_run WHERE campaign_id = $1`,
      [id],
    );
    expect(row).toEqual({ apart: true });
    const overlapping = service.query(
      `INSERT INTO campaign_run VALUES ($1, 1, now() + interval '30 minutes', now() + interval '40 minutes')`,
      [id],
    );
    await expect(overlapping).rejects.toThrow('campaign_run_apart');
  });

  it('add up to 40 different windows over all versions of a campaign', async () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const counting = (from: number, count = 10): NewCampaign => {
      const caps = zones.slice(from, from + count).map((timezone) => {
        const window = { type: 'calendar' as const, unit: 'day' as const, timezone };
        return { scope: 'user' as const, window, max: 1 };
      });
      return { ...given, caps };
    };
    const { id } = await service.run(counting(0));
    for (const from of [10, 20, 30]) await service.bus.call(putCampaign, { id, ...counting(from) });
    const refusal = { code: 'campaign-refused', extras: { errors: [{ pointer: '#/caps' }] } };
    await expect(service.bus.call(putCampaign, { id, ...counting(40, 1) })).rejects.toMatchObject(refusal);
    expect(await service.bus.call(putCampaign, { id, ...counting(5) })).toMatchObject({ version: 5 });
  });

  it('are answered as they are stored', async () => {
    const started = await service.run(given);
    expect(started).toMatchObject({ state: 'running', version: 1, used: { grants: 0, coupons: 0, points: 0 } });
    expect(await service.bus.call(getCampaign, { id: started.id })).toEqual(started);
    const paused = await service.bus.call(pauseCampaign, { id: started.id });
    expect(await service.bus.call(getCampaign, { id: started.id })).toEqual(paused);
  });

  it('end campaigns a week after their end', async () => {
    const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const [long, lately] = await Promise.all([8, 6].map((days) => service.run({ ...given, ends_at: since(days) })));
    await service.chore('end-overdue-campaigns');
    const stateOf = async (campaign: Campaign | undefined) =>
      (await service.bus.call(getCampaign, { id: campaign?.id ?? '' })).state;
    expect([await stateOf(long), await stateOf(lately)]).toEqual(['ended', 'running']);
  });
});

function withKey<T>(key: string, work: () => Promise<T>): Promise<T> {
  return inCall({ requestId: 'spec', idempotency: { scope: 'cl POST /campaigns', key, hash: 'h' } }, work);
}
