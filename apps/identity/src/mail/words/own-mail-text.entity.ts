import type { MailKind } from '@ces/contracts/identity/mails/mail-texts';
import type { Locale } from '@ces/contracts/locale';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Words } from '../mail-texts.js';

/** The words of a mail that an operator has changed. The other mails have those of the installation. */
@Entity('own_mail_text')
export class OwnMailTextEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'own_mail_text_pkey' })
  kind: MailKind;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'own_mail_text_pkey' })
  language: Locale;

  @Column('json')
  words: Words;

  @Column('timestamptz')
  updated_at: Date;
}
