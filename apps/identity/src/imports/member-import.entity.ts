import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** An import of existing members. It is `uploading` until its file is whole; lines that are done are deleted. */
@Entity('member_import')
@Check('member_import_state_check', `state IN ('uploading', 'waiting', 'running', 'finished', 'dropped')`)
export class MemberImportEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'member_import_pkey' })
  id: string;

  @Column('text', { default: 'uploading' })
  state: 'uploading' | 'waiting' | 'running' | 'finished' | 'dropped';

  @Column('boolean', { default: false })
  dry_run: boolean;

  /** The first line of a CSV file; null for NDJSON. */
  @Column('text', { nullable: true })
  header: string | null;

  @Column('integer', { default: 0 })
  parts: number;

  /** The number of lines that have come in, without blank ones and the header. */
  @Column('integer', { default: 0 })
  lines: number;

  /** The last line that was worked on. */
  @Column('integer', { default: 0 })
  position: number;

  @Column('integer', { default: 0 })
  created: number;

  @Column('integer', { default: 0 })
  updated: number;

  @Column('integer', { default: 0 })
  unchanged: number;

  @Column('integer', { default: 0 })
  refused: number;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  /** The moment of the last part, or of the last change of the state. */
  @Column('timestamptz', { default: () => 'now()' })
  touched_at: Date;

  @Column('timestamptz', { nullable: true })
  finished_at: Date | null;
}
