import type { CampaignState } from '@ces/contracts/campaigns/campaign-administration';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountedLimits } from '../runs/counted-limits.js';

@Entity('campaign')
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
}
