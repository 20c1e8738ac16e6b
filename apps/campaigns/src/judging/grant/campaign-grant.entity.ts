import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * One campaign's effects for one event. The key grants them once, even when the inbox has forgotten the event. Lost
 * counters are counted again from these rows. An erased user's grants have the user ''.
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
