import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CouponEntity } from './coupon.entity.js';

/** A coupon whose low stock has been told. */
@Entity('coupon_stock_low')
export class LowCouponEntity {
  @PrimaryColumn('uuid')
  @ForeignKey(() => CouponEntity, { name: 'coupon_stock_low_coupon_id_fkey' })
  coupon_id: string;
}
