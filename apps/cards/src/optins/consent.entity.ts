import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { OptinTextEntity } from './optin-text.entity.js';

export type ConsentSource = 'registration' | 'account';

/** A trigger refuses to change a consent. */
@Entity('consent')
@Check('consent_source_check', `source IN ('registration', 'account') OR source LIKE 'import: %'`)
@Index('consent_of_user', ['user_id', 'optin_id', 'id'])
@ForeignKey(() => OptinTextEntity, ['optin_id', 'text_version'], ['optin_id', 'version'], {
  name: 'consent_optin_id_text_version_fkey',
})
export class ConsentEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'consent_pkey',
  })
  id: string;

  @Column({ type: 'text', collation: 'C' })
  user_id: string;

  @Column('uuid')
  optin_id: string;

  @Column('integer')
  text_version: number;

  @Column('boolean')
  opted_in: boolean;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  given_at: Date;

  /** An answer that came with an import names its place in the words of the other system. */
  @Column('text')
  source: ConsentSource | `import: ${string}`;

  @Column('text')
  client_id: string;

  @Column('text')
  address: string;

  /** The language in which the text was shown. */
  @Column('text')
  locale: string;
}
