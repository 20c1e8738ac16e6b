import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('provider')
// An index of expressions, which TypeORM cannot describe.
@Index('provider_newest', { synchronize: false })
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

  /** Our own client there. The sign-in page offers providers that have one. */
  @Column('text', { nullable: true })
  client_id: string | null;

  /** Sealed. A public client at the provider has none. */
  @Column('text', { nullable: true })
  client_secret: string | null;

  /** The sign-in page asks the provider for these. */
  @Column('text', { array: true, default: ['openid'] })
  scopes: string[];

  /** Whether the sign-in page of operators offers it, and that of users does not. */
  @Column('boolean', { default: false })
  operators: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
