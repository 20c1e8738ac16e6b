import type { CouponImage, TicketDisplay } from '@ces/contracts/campaigns/campaigns';
import type { AddCodes, Coupon, NewCoupon } from '@ces/contracts/campaigns/coupons';
import type { Paged, SearchPage } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { containing } from '@ces/service/database/search';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { TalliesService, type Sums } from '../tallies/tallies.service.js';
import { CodesService } from './codes.service.js';
import { CouponEntity } from './coupon.entity.js';
import { missingCodes, newCodes } from './new-codes.js';

const noImage: CouponImage = { type: 'image', data: { src: '', alt: '' } };
const qrCode: TicketDisplay = { systemName: 'qr-code', title: 'QR code' };

@Injectable()
export class CouponsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly codes: CodesService,
    private readonly tallies: TalliesService,
  ) {}

  async create(given: NewCoupon): Promise<Coupon> {
    const codes = await newCodes(given, 'none');
    return this.transactions.run(async () => {
      const id = newId();
      await this.transactions.of(CouponEntity).insert({ id, ...columnsOf(given), created_at: new Date() });
      await this.codes.add(id, codes);
      return this.get(id);
    });
  }

  /** Codes that the coupon lacks are added. Those that it has stay, also when the request does not name them. */
  put(id: string, given: NewCoupon): Promise<Coupon> {
    return this.transactions.run(async () => {
      const coupons = this.transactions.of(CouponEntity);
      // Two changes of one coupon come one after the other.
      if (isUuid(id)) await coupons.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      const coupon = await this.get(id);
      await demandUnchanged(() => Promise.resolve(coupon));
      await coupons.update(coupon.id, columnsOf(given));
      const missing = await missingCodes(given, coupon.available + coupon.claimed);
      if (missing.length > 0) await this.codes.addNew(coupon.id, missing);
      return this.get(coupon.id);
    });
  }

  async addCodes({ id, ...given }: AddCodes): Promise<Coupon> {
    const codes = await newCodes(given, 'some');
    return this.transactions.run(async () => {
      const coupon = await this.get(id);
      await this.codes.add(coupon.id, codes);
      return this.get(coupon.id);
    });
  }

  async get(id: string): Promise<Coupon> {
    const row = isUuid(id) ? await this.transactions.of(CouponEntity).findOneBy({ id }) : null;
    if (!row) throw new Problem('coupon-not-found', 'There is no coupon of this id.');
    const sums = await this.tallies.of([row.id]);
    return toCoupon(row, sums.get(row.id));
  }

  list({ q, ...page }: SearchPage): Promise<Paged<Coupon>> {
    return pageOf(
      page,
      (before, atMost) => this.newest(before, atMost, q),
      (coupon) => coupon,
    );
  }

  async known(ids: string[]): Promise<Set<string>> {
    const rows = await this.transactions
      .of(CouponEntity)
      .find({ select: { id: true }, where: { id: In(ids.filter(isUuid)) } });
    return new Set(rows.map(({ id }) => id));
  }

  async withoutCodes(ids: string[]): Promise<Set<string>> {
    const sums = await this.tallies.of(ids);
    const left = (id: string): number => (sums.get(id)?.codes ?? 0) - (sums.get(id)?.claimed ?? 0);
    return new Set(ids.filter((id) => left(id) <= 0));
  }

  private async newest(before: string | null, atMost: number, q: string | undefined): Promise<Coupon[]> {
    const rows = await this.transactions.of(CouponEntity).find({
      where: {
        ...(before === null ? {} : { id: LessThan(before) }),
        ...(q === undefined ? {} : { title: containing(q) }),
      },
      order: { id: 'DESC' },
      take: atMost,
    });
    const sums = await this.tallies.of(rows.map(({ id }) => id));
    return rows.map((row) => toCoupon(row, sums.get(row.id)));
  }
}

function columnsOf({ title, description = '', image = noImage, display = qrCode, ...given }: NewCoupon) {
  const { valid_seconds = null, expires_at } = given;
  const valid_until = expires_at ? new Date(expires_at) : null;
  return { title, description, image, display, valid_seconds, valid_until };
}

function toCoupon({ created_at, valid_until, ...row }: CouponEntity, sums?: Pick<Sums, 'codes' | 'claimed'>): Coupon {
  const { codes, claimed } = sums ?? { codes: 0, claimed: 0 };
  return {
    ...row,
    expires_at: valid_until?.toISOString() ?? null,
    available: codes - claimed,
    claimed,
    created: created_at.toISOString(),
  };
}
