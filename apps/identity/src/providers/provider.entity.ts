import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('provider')
export class StoredProvider {
  @PrimaryColumn('text')
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
