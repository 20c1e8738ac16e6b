import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('stack')
@Index('stack_key', ['key'], { unique: true })
export class StackEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Whether a correction may take a balance below zero. */
  @Column('boolean', { default: false })
  allow_negative: boolean;

  @Column('timestamptz')
  created_at: Date;

  /** The key of `by-name`. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  key: string | null;
}
