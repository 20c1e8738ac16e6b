import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CouponEntity } from '../coupon.entity.js';

/** An import of codes. It is `uploading` until its file is whole; lines that are done are deleted. */
@Entity('coupon_code_import')
@Check(
  'coupon_code_import_state_check',
  `state IN ('uploading', 'waiting', 'running', 'finished', 'dropped', 'cancelled', 'failed')`,
)
export class CodeImportEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'coupon_code_import_pkey' })
  id: string;

  /** Null until the file is whole. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => CouponEntity, { name: 'coupon_code_import_coupon_id_fkey' })
  coupon_id: string | null;

  @Column('text', { default: 'uploading' })
  state: 'uploading' | 'waiting' | 'running' | 'finished' | 'dropped' | 'cancelled' | 'failed';

  @Column('integer', { default: 0 })
  parts: number;

  /** The number of codes that have come in. */
  @Column('integer', { default: 0 })
  lines: number;

  /** The last line that was worked on. */
  @Column('integer', { default: 0 })
  position: number;

  @Column('integer', { default: 0 })
  added: number;

  @Column('integer', { default: 0 })
  refused: number;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  /** The moment of the last part, or of the last set of lines. */
  @Column('timestamptz', { default: () => 'now()' })
  touched_at: Date;

  /** Failed tries in a row. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** Those of them that failed although nothing was away. */
  @Column('integer', { default: 0 })
  faults: number;

  /** It waits until this moment after a failed try. */
  @Column('timestamptz', { nullable: true })
  try_at: Date | null;

  @Column('text', { nullable: true })
  obstacle: string | null;

  @Column('timestamptz', { nullable: true })
  finished_at: Date | null;
}
