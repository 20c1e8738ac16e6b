import type { Texts } from '@ces/contracts/cards/optins';
import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { OptinEntity } from './optin.entity.js';

/** A trigger refuses to change or delete a text, because consents refer to it. */
@Entity('optin_text')
export class OptinTextEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'optin_text_pkey' })
  @ForeignKey(() => OptinEntity, { name: 'optin_text_optin_id_fkey' })
  optin_id: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'optin_text_pkey' })
  version: number;

  @Column('json')
  name: Texts;

  @Column('json')
  description: Texts;

  @Column('text')
  purpose: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
