import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A line whose code the coupon had already. */
@Entity('coupon_code_import_fault')
export class CodeImportFaultEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'coupon_code_import_fault_pkey' })
  import_id: string;

  /** The line of the file, from 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'coupon_code_import_fault_pkey' })
  line: number;

  @Column({ type: 'text', collation: 'C' })
  code: string;
}
