import { getCampaign, listCampaigns } from '@ces/contracts/campaigns/campaign-administration';
import { getCoupon, listCoupons } from '@ces/contracts/campaigns/coupons';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';
import { TalliesService } from './tallies.service.js';
import { TallyStore } from './tally.store.js';

describe('tallies of campaigns and coupons', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  async function rewarding(event_name: string, value: string) {
    const [stack, coupon] = [await service.newStack(), await service.newCoupon(2_000)];
    const campaign = await service.run({
      trigger: { event_name },
      condition: 'event.amount > 0',
      effects: [
        { type: 'claim_coupon', coupon_id: coupon.id },
        { type: 'claim_coupon', coupon_id: coupon.id },
        { type: 'transaction', stack_id: stack.id, value },
      ],
    });
    return { coupon: coupon.id, campaign: campaign.id };
  }

  const facts = (event_name: string, amounts: number[]) =>
    amounts.map((amount) => service.fact(newUser(), event_name, { amount }));

  const shown = async ({ campaign, coupon }: { campaign: string; coupon: string }) => ({
    ...(await service.bus.call(getCampaign, { id: campaign })).used,
    ...(({ available, claimed }) => ({ available, claimed }))(await service.bus.call(getCoupon, { id: coupon })),
  });

  it('are shown without a budget too, before and after they are folded, also by two at once', async () => {
    const given = await rewarding('much', 'event.amount - 2');
    for (let round = 0; round < 10; round += 1) {
      // One message per fact makes many rows.
      await Promise.all(
        facts('much', [1, 0, 5, 2, 9, 1, 3, 0, 4, 4, 7, 8, 1, 1]).map((fact) => service.publish([fact])),
      );
    }
    const all = { grants: 120, coupons: 240, points: 260, available: 1_760, claimed: 240 };
    await eventually(async () => {
      expect(await shown(given)).toEqual(all);
    });
    const store = service.app.get(TallyStore);
    const foldStats = () => service.chore('fold-campaign-stats');
    await Promise.all([foldStats(), store.fold(1), store.fold(1), service.submit(facts('much', [5, 5]))]);
    expect((await service.query('SELECT FROM tally WHERE owner = $1', [given.campaign])).length).toBeLessThan(10);
    expect(await shown(given)).toEqual({ grants: 122, coupons: 244, points: 266, available: 1_756, claimed: 244 });
  });

  it('are shown while grants and codes are locked, because nothing is counted for them', async () => {
    const given = await rewarding('locked', 'event.amount');
    await service.submit(facts('locked', [3]));
    await service.app.get(DataSource).transaction(async (tx) => {
      await tx.query('LOCK TABLE campaign_grant, campaign_counter, coupon_code, coupon_slip');
      expect(await shown(given)).toEqual({ grants: 1, coupons: 2, points: 3, available: 1_998, claimed: 2 });
      expect((await service.bus.call(listCampaigns, {})).items[0]).toMatchObject({
        id: given.campaign,
        used: { grants: 1 },
      });
      expect((await service.bus.call(listCoupons, {})).items[0]).toMatchObject({ id: given.coupon, claimed: 2 });
    });
  });

  it('are sums of each kind for each owner, and 0 where nothing was added', async () => {
    const tallies = service.app.get(TalliesService);
    const [owner, other, none] = [randomUUID(), randomUUID(), randomUUID()];
    await tallies.add([
      { owner, what: 'grants', amount: 1 },
      { owner: other, what: 'grants', amount: 7 },
      { owner, what: 'points', amount: 9_007_199_254_740_000 },
      { owner, what: 'grants', amount: 2 },
      { owner, what: 'coupons', amount: 0 },
    ]);
    await tallies.add([{ owner, what: 'points', amount: -1 }]);
    const zero = { grants: 0, coupons: 0, points: 0, codes: 0, claimed: 0 };
    expect(await tallies.of([owner, other, none])).toEqual(
      new Map([
        [owner, { ...zero, grants: 3, points: 9_007_199_254_739_999 }],
        [other, { ...zero, grants: 7 }],
        [none, zero],
      ]),
    );
    expect(await service.query('SELECT FROM tally WHERE owner = $1', [owner])).toHaveLength(3);
    expect(await tallies.of([])).toEqual(new Map());
  });

  it('are folded by the chore where they have more than a hundred rows, and stay what they are', async () => {
    const rowsOf = async (owner: string) => (await service.query('SELECT FROM tally WHERE owner = $1', [owner])).length;
    const [many, few] = [randomUUID(), randomUUID()];
    for (const [owner, count] of [
      [many, 101],
      [few, 100],
    ] as const) {
      await service.query(
        `INSERT INTO tally (owner, what, amount) SELECT $1, 'codes', n FROM generate_series(1, $2::int) AS n`,
        [owner, count],
      );
    }
    await service.chore('fold-tallies');
    expect([await rowsOf(many), await rowsOf(few)]).toEqual([1, 100]);
    const sums = await service.app.get(TalliesService).of([many, few]);
    expect([sums.get(many)?.codes, sums.get(few)?.codes]).toEqual([5_151, 5_050]);
  });
});
