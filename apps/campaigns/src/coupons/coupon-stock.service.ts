import { couponStockLow } from '@ces/contracts/campaigns/coupons';
import { newFact, Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { CouponStore } from './coupon.store.js';

/** A chore tells of coupons that run out of codes, so that handing out codes does not wait for it. */
@Injectable()
export class CouponStockService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly store: CouponStore,
  ) {}

  /** Two replicas at once tell of a coupon once, because its row is inserted once. */
  @Every({
    name: 'tell-low-stock',
    does: 'Tells webhooks of coupons of which a tenth of the codes is left.',
    seconds: 'COUPON_STOCK_SECONDS',
  })
  async tellOfLowStock(): Promise<void> {
    await this.transactions.run(async () => {
      const low = await this.store.noteLowStock();
      await this.outbox.addAll(low.map((fact) => newFact(couponStockLow, fact)));
    });
  }
}
