import { addCodes, createCoupon, listCoupons, type Coupon, type NewCodes } from '@ces/contracts/campaigns/coupons';
import { problemOf } from '../../test/problem-of.js';
import { CampaignsUnderTest } from '../../test/run-campaigns.js';

describe('coupons', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  }, 60_000);

  afterAll(() => service.stop());

  it('are all listed, also when together they are larger than any message', async () => {
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

  it('take codes in lists or generate them, each code once', async () => {
    const { id, ...coupon } = await service.bus.call(createCoupon, { title: 'Coffee', codes: ['A-1', 'A-2'] });
    expect(coupon).toMatchObject({ available: 2, claimed: 0 });
    const add = (codes: NewCodes) => service.bus.call(addCodes, { id, ...codes });
    expect(await problemOf(add({ codes: ['A-3', 'A-2'] }))).toEqual({ status: 409, code: 'coupon-code-taken' });
    expect(await add({ codes: ['A-3'] })).toMatchObject({ available: 3 });
    expect(await add({ generate: { count: 500, pattern: 'X-********' } })).toMatchObject({ available: 503 });
    for (const codes of [
      { codes: ['B', 'B'] },
      { codes: ['two words'] },
      {},
      { generate: { count: 5, pattern: '12345678*' } },
    ]) {
      expect(await problemOf(add(codes))).toEqual({ status: 400, code: 'validation-failed' });
    }
  });
});
