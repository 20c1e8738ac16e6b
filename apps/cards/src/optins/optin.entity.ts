import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The words of an opt-in stand in `optin_text`. */
@Entity('optin')
@Index('optin_key', ['key'], { unique: true, where: 'retired_at IS NULL' })
export class OptinEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'optin_pkey' })
  id: string;

  @Column('boolean')
  required: boolean;

  @Column('boolean')
  can_be_updated: boolean;

  @Column('boolean', { default: true })
  at_registration: boolean;

  @Column('integer')
  text_version: number;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;

  @Column('timestamptz', { nullable: true })
  retired_at: Date | null;

  /** The key of `by-name`. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  key: string | null;
}
