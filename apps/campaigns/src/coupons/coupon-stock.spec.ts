import { addCodes, couponStockLow, type Coupon, type CouponStockLow } from '@ces/contracts/campaigns/coupons';
import { eachFact } from '@ces/messaging/facts/publish/several-facts';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';
import { CouponStockService } from './coupon-stock.service.js';

describe('the stock of coupons', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  /** Runs the chore twice at once, and returns all numbers told of the coupon so far. */
  const told = async ({ id }: Coupon): Promise<number[]> => {
    const stock = service.app.get(CouponStockService);
    await Promise.all([stock.tellOfLowStock(), stock.tellOfLowStock()]);
    const rows = await service.query<{ payload: string }>(
      `SELECT fact_payload AS payload FROM outbox ${eachFact} WHERE subject = $1 ORDER BY id`,
      [couponStockLow.subject],
    );
    const facts = rows.map(({ payload }) => JSON.parse(payload) as CouponStockLow);
    return facts.filter((fact) => fact.coupon_id === id).map(({ available }) => available);
  };

  const claim = async (event: string, count: number) => {
    await service.submit(Array.from({ length: count }, () => service.fact(newUser(), event)));
  };

  it('is told as low once when a tenth of the codes is left, and again after codes were added', async () => {
    const coupon = await service.newCoupon(20);
    const effects = [{ type: 'claim_coupon' as const, coupon_id: coupon.id }];
    await service.run({ trigger: { event_name: 'visited' }, effects });
    await claim('visited', 17);
    expect(await told(coupon)).toEqual([]);
    await claim('visited', 1);
    expect(await told(coupon)).toEqual([2]);
    await claim('visited', 2);
    expect(await told(coupon)).toEqual([2]);
    await service.bus.call(addCodes, { id: coupon.id, generate: { count: 10 } });
    expect(await told(coupon)).toEqual([2]);
    await claim('visited', 7);
    expect(await told(coupon)).toEqual([2, 3]);
  });

  it('is not told as low for a coupon that never had codes or that is over', async () => {
    const none = await service.newCoupon(1, { generate: undefined });
    const over = await service.newCoupon(1);
    await service.run({
      trigger: { event_name: 'over' },
      effects: [{ type: 'claim_coupon', coupon_id: over.id }],
    });
    await claim('over', 1);
    await service.query('UPDATE coupon SET valid_until = now() WHERE id = $1', [over.id]);
    expect([await told(none), await told(over)]).toEqual([[], []]);
  });
});
