import { listCoupons, type Coupon } from '@ces/contracts/campaigns/coupons';
import { CampaignsUnderTest } from '../../test/run-campaigns.js';

describe('coupons', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  }, 60_000);

  afterAll(() => service.stop());

  it('are listed to the last one, also when together they are larger than any message', async () => {
    const { id, ...like } = await service.newCoupon(1, { description: '👍'.repeat(5_000) });
    await service.query(
      `INSERT INTO coupon SELECT gen_random_uuid(), title, description, image, display, valid_seconds, valid_until, created_at
         FROM coupon, generate_series(2, 450) WHERE id = $1`,
      [id],
    );
    const listed: Coupon[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await service.bus.call(listCoupons, cursor === undefined ? {} : { cursor });
      listed.push(...page.items);
      cursor = page.next;
    }
    expect(new Set(listed.map((coupon) => coupon.id)).size).toBe(450);
    expect(listed.find((coupon) => coupon.id === id)).toEqual({ id, ...like });
  });
});
