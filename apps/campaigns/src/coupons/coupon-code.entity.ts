import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CouponEntity } from './coupon.entity.js';

@Entity('coupon_code')
@Index('coupon_code_free', ['coupon_id', 'place'], { where: 'slip_id IS NULL' })
export class CouponCodeEntity {
  @PrimaryColumn('uuid')
  @ForeignKey(() => CouponEntity, { name: 'coupon_code_coupon_id_fkey' })
  coupon_id: string;

  @PrimaryColumn('text', { collation: 'C' })
  code: string;

  /** Codes are handed out in this order. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  place: string;

  @Column('uuid', { nullable: true })
  slip_id: string | null;
}
