import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A counter of caps or budgets. The counters of a campaign as a whole have no user (''). */
@Entity('campaign_counter')
@Index('campaign_counter_user', ['user_id'], { where: `user_id <> ''` })
@Index('campaign_counter_age', ['forget_at'], { where: 'forget_at IS NOT NULL' })
export class CampaignCounterEntity {
  @PrimaryColumn('uuid')
  campaign_id: string;

  @PrimaryColumn('text', { collation: 'C' })
  user_id: string;

  /** The name of the window or budget. */
  @PrimaryColumn('text', { collation: 'C' })
  what: string;

  @Column('bigint')
  used: string;

  /** After this moment no event needs the counter, and the chore may delete it. */
  @Column('timestamptz', { nullable: true })
  forget_at: Date | null;
}
