import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('stack')
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
}
