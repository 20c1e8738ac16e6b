import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The key grants the effects of a campaign for an event once, even when the inbox has forgotten the event. Lost counters are
 * counted again from these rows. An erased user's grants have the user ''.
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

  @Column('integer')
  coupons: number;

  @Column('bigint')
  points: string;
}
