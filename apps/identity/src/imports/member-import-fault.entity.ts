import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A fault of a line that was refused. It quotes no value of the line, because it outlives the people in it. */
@Entity('member_import_fault')
export class MemberImportFaultEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'member_import_fault_pkey' })
  import_id: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'member_import_fault_pkey' })
  line: number;

  /** The number of the fault within its line. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'member_import_fault_pkey' })
  place: number;

  @Column('text')
  pointer: string;

  @Column('text')
  code: string;

  @Column('text')
  detail: string;
}
