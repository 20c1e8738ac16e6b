import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CampaignEntity } from './campaign.entity.js';

/** A trigger of the table refuses every change of a version. */
@Entity('campaign_version')
export class CampaignVersionEntity {
  @PrimaryColumn('uuid')
  @ForeignKey(() => CampaignEntity, { name: 'campaign_version_campaign_id_fkey' })
  campaign_id: string;

  @PrimaryColumn('integer')
  version: number;

  @Column('json')
  document: NewCampaign;

  /** The version of the event's definition that the document was checked against. */
  @Column('integer', { nullable: true })
  event_version: number | null;

  /** The schema of that definition, kept here so that judging asks no other service for it. */
  @Column('json', { nullable: true })
  schema: object | null;

  @Column('timestamptz')
  created_at: Date;
}
