import type { Locale } from '@ces/contracts/locale';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request to mail a link for a new password, until the chore has worked on it. */
@Entity('forgotten_password')
@Index('forgotten_password_client', ['client_id'])
export class ForgottenPasswordEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'forgotten_password_pkey' })
  id: string;

  /** Any text that was sent as a name, normalised. */
  @Column('text')
  username: string;

  @Column('text')
  client_id: string;

  @Column('text')
  locale: Locale;

  @Column('text', { nullable: true })
  page: string | null;

  @Column('integer', { default: 0 })
  attempts: number;
}
