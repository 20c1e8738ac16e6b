import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An event has a campaign's effects once, also when the inbox has forgotten the event. All counters can be made again from
 * here. The user of an erased account is ''.
 */
@Entity('campaign_grant')
@Index('campaign_grant_user', ['user_id', 'campaign_id', 'occurred_at'])
@Index('campaign_grant_time', ['campaign_id', 'occurred_at'])
export class CampaignGrantEntity {
  @PrimaryColumn('uuid')
  campaign_id: string;

  @PrimaryColumn('uuid')
  event_id: string;

  @Column({ type: 'text', collation: 'C' })
  user_id: string;

  @Column('timestamptz')
  occurred_at: Date;

  /** The grant's cost in coupons. */
  @Column('integer')
  coupons: number;

  /** The grant's cost in points. */
  @Column('bigint')
  points: string;
}
