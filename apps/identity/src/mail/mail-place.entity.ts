import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One place of the limit of a mailbox and of a client, taken by a mail or by a request to send one again. */
@Entity('mail_place')
@Index('mail_place_mailbox', ['mailbox', 'at'])
@Index('mail_place_client', ['client_id', 'at'])
@Index('mail_place_age', ['at'])
export class MailPlaceEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mail_place_pkey' })
  mail_id: string;

  /** A digest. A word before it marks places that are not those of the mailbox's mails. */
  @Column({ type: 'text', collation: 'C' })
  mailbox: string;

  @Column('text')
  client_id: string;

  @Column('timestamptz', { default: () => 'now()' })
  at: Date;
}
