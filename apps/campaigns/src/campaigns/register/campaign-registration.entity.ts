import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A campaign whose registrations in other services may differ from what it uses. */
@Entity('campaign_registration')
export class CampaignRegistrationEntity {
  @PrimaryColumn('uuid')
  campaign_id: string;

  @Column('boolean')
  segments: boolean;

  @Column('boolean')
  events: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  since: Date;
}
