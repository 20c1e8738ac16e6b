import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type Outcome = 'created' | 'updated' | 'unchanged';

/** A line that is not done. With an outcome it has made its user, and waits for the parts of other services. */
@Entity('member_import_line')
@Index('member_import_line_half_done', ['import_id', 'line'], { where: 'outcome IS NOT NULL' })
export class MemberImportLineEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'member_import_line_pkey' })
  import_id: string;

  /** The line of the file, from 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'member_import_line_pkey' })
  line: number;

  /** Null when the line cannot be read. */
  @Column('text', { nullable: true })
  text: string | null;

  @Column({ type: 'text', collation: 'C', nullable: true })
  user_id: string | null;

  @Column('text', { nullable: true })
  outcome: Outcome | null;
}
