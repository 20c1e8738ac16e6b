import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Sums of the grants in dropped months, of a campaign for one user or ('') for all together. */
@Entity('carried_grant')
export class CarriedGrantEntity {
  @PrimaryColumn('text', { collation: 'C' })
  user_id: string;

  @PrimaryColumn('uuid')
  campaign_id: string;

  @Column('bigint')
  grants: string;

  @Column('bigint')
  coupons: string;

  @Column('bigint')
  points: string;
}
