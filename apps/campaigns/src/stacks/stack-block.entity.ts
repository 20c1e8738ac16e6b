import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { StackEntity } from './stack.entity.js';

@Entity('stack_block')
@Index('stack_block_stack', ['stack_id', 'position'])
export class StackBlockEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  @ForeignKey(() => StackEntity, { name: 'stack_block_stack_id_fkey' })
  stack_id: string;

  @Column('integer')
  position: number;

  @Column('text')
  name: string;
}
