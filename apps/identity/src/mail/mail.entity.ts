import type { MailKind } from '@ces/contracts/identity/mails/mail-texts';
import type { Locale } from '@ces/contracts/locale';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('mail_outbox')
@Check(
  'mail_outbox_kind_check',
  `kind IN ('activation', 'deletion', 'closed', 'password-reset', 'password-changed', 'webhook-disabled')`,
)
@Index('mail_outbox_due', ['due_at'])
@Index('mail_outbox_user', ['user_id'])
@Index('mail_outbox_expiry', ['expires_at'])
export class MailEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mail_outbox_pkey' })
  id: string;

  /** Null for a mail that concerns no user. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  user_id: string | null;

  @Column('text')
  kind: MailKind;

  @Column('text')
  recipient: string;

  @Column('text')
  locale: Locale;

  /** Sealed, because it holds the nonce. */
  @Column('text')
  link: string;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz')
  expires_at: Date;

  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { default: () => 'now()' })
  due_at: Date;

  /** The name of the last error; its text may hold the recipient. */
  @Column('text', { nullable: true })
  last_error: string | null;

  /** A digest; null for a mail without a limit. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  mailbox: string | null;

  @Column('text', { nullable: true })
  client_id: string | null;

  /** The lifetime of the nonce in the mail. */
  @Column('integer', { nullable: true })
  hours: number | null;
}
