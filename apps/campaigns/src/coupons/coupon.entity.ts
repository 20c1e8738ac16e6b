import type { CouponImage, TicketDisplay } from '@ces/contracts/campaigns/campaigns';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('coupon')
@Index('coupon_key', ['key'], { unique: true })
export class CouponEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  title: string;

  @Column('text')
  description: string;

  @Column('json')
  image: CouponImage;

  @Column('json')
  display: TicketDisplay;

  @Column('integer', { nullable: true })
  valid_seconds: number | null;

  /** All tickets expire at this moment, and no code is handed out after it. */
  @Column('timestamptz', { nullable: true })
  valid_until: Date | null;

  @Column('timestamptz')
  created_at: Date;

  /** The key of `by-name`. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  key: string | null;
}
