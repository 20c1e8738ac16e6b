import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('provider')
export class ProviderEntity {
  /** Sorts by code points, as copies of the connections compare it. */
  @PrimaryColumn('text', { collation: 'C' })
  name: string;

  @Column('text')
  issuer: string;

  @Column('text', { array: true })
  client_ids: string[];

  @Column('text', { nullable: true })
  jwks_uri: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
