import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

export type FileState = 'uploading' | 'waiting' | 'in-force' | 'retired';

/** An uploaded file. Its identifiers are in a table of their own, `file_<id>` (identifier-table.ts). */
@Entity('file')
@Index('file_state', ['state', 'created_at'])
@Check('file_state_check', `state IN ('uploading', 'waiting', 'in-force', 'retired')`)
export class FileEntity {
  /** The `document_id` of the upload. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'file_pkey' })
  id: string;

  /** Null until the upload is complete. */
  @Column('uuid', { nullable: true })
  segment_id: string | null;

  /** The provider whose identifiers the file holds; null until the upload is complete. */
  @Column('text', { nullable: true })
  provider_name: string | null;

  @Column('text', { default: 'uploading' })
  state: FileState;

  @Column('integer', { default: 0 })
  parts: number;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  /** The moment of the last part, or of the last change of the state. */
  @Column('timestamptz', { default: () => 'now()' })
  touched_at: Date;

  /** A file whose processing failed is processed again after this moment. */
  @Column('timestamptz', { default: () => 'now()' })
  not_before: Date;

  @Column('bigint', { default: 0 })
  lines: string;
}
