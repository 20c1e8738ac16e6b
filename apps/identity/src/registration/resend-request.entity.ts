import type { Locale } from '@ces/contracts/locale';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request to send an activation mail again, until the chore has worked on it. */
@Entity('resend_request')
@Index('resend_request_client', ['client_id'])
export class ResendRequestEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'resend_request_pkey' })
  id: string;

  /** Any text that was sent as a name, normalised. */
  @Column('text')
  username: string;

  @Column('text')
  client_id: string;

  @Column('text')
  locale: Locale;

  @Column('integer', { default: 0 })
  attempts: number;
}
