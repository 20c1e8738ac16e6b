import type { Ticket } from '@ces/contracts/campaigns/campaigns';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

@Entity('coupon_slip')
@Unique('coupon_slip_coupon_id_code_key', ['coupon_id', 'code'])
@Index('coupon_slip_effect', ['event_id', 'campaign_id', 'effect'], { unique: true })
@Index('coupon_slip_user', ['user_id', 'id'])
@Index('coupon_slip_redeemed', ['user_id', 'redeemed_at'], { where: 'redeemed_at IS NOT NULL' })
@Index('coupon_slip_expired', ['user_id', 'expires_at'], { where: `state = 'expired'` })
@Index('coupon_slip_expiring', ['expires_at'], { where: `expires_at IS NOT NULL AND state = 'issued'` })
@Check('coupon_slip_state_check', `state IN ('issued', 'redeemed', 'expired', 'revoked')`)
export class SlipEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  @ForeignKey('CouponEntity', { name: 'coupon_slip_coupon_id_fkey' })
  coupon_id: string;

  @Column({ type: 'text', collation: 'C' })
  user_id: string;

  @Column({ type: 'text', collation: 'C' })
  code: string;

  @Column('text', { default: 'issued' })
  state: Ticket['state'];

  @Column('boolean', { default: false })
  is_read: boolean;

  @Column('boolean', { default: false })
  is_deleted: boolean;

  @Column('uuid')
  campaign_id: string;

  @Column('uuid')
  event_id: string;

  /** The index of the campaign's effect that granted it. */
  @Column('smallint')
  effect: number;

  @Column('timestamptz')
  claimed_at: Date;

  @Column('timestamptz', { nullable: true })
  expires_at: Date | null;

  @Column('timestamptz', { nullable: true })
  redeemed_at: Date | null;
}
