import type { CampaignState } from '@ces/contracts/campaigns/campaign-administration';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CountedLimits } from '../runs/counted-limits.js';

@Entity('campaign')
@Index('campaign_key', ['key'], { unique: true })
@Check('campaign_state_check', `state IN ('draft', 'running', 'paused', 'ended')`)
export class CampaignEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  state: CampaignState;

  /** The newest version. A running campaign judges by it. */
  @Column('integer')
  version: number;

  @Column('timestamptz')
  created_at: Date;

  @Column('timestamptz')
  updated_at: Date;

  @Column('json', { default: { windows: [], budgets: [] } })
  counted: CountedLimits;

  /** The key of `by-name`. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  key: string | null;
}
