import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code of an upload that is not added yet. */
@Entity('coupon_code_import_line')
export class CodeImportLineEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'coupon_code_import_line_pkey' })
  import_id: string;

  /** The line of the file, from 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'coupon_code_import_line_pkey' })
  line: number;

  @Column({ type: 'text', collation: 'C' })
  code: string;
}
