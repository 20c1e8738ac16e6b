import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { StackBlockEntity } from './stack-block.entity.js';

@Entity('balance')
export class BalanceEntity {
  @PrimaryColumn('text', { collation: 'C' })
  user_id: string;

  @PrimaryColumn('uuid')
  @ForeignKey(() => StackBlockEntity, { name: 'balance_block_id_fkey' })
  block_id: string;

  @Column('bigint')
  value: string;
}
