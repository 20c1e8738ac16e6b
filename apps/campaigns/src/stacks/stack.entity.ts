import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('stack')
export class StackEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('timestamptz')
  created_at: Date;
}
