import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Counts the verdicts of a campaign on the events of an hour. Increments that are not folded yet stand in a table of their own. */
@Entity('campaign_stat')
@Index('campaign_stat_hour', ['hour'])
export class CampaignStatEntity {
  @PrimaryColumn('uuid')
  campaign_id: string;

  @PrimaryColumn('timestamptz')
  hour: Date;

  /** The step that refused; '' counts grants. */
  @PrimaryColumn('text', { collation: 'C' })
  reason: string;

  @Column('bigint')
  events: string;

  @Column('bigint')
  coupons: string;

  @Column('bigint')
  points: string;
}
