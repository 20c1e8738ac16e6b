import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { StackBlockEntity } from './stack-block.entity.js';
import { StackEntity } from './stack.entity.js';

/** A trigger of the table refuses updates. */
@Entity('ledger')
@Index('ledger_effect', ['event_id', 'campaign_id', 'effect'], { unique: true })
@Index('ledger_user', ['user_id', 'id'])
export class LedgerEntryEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column({ type: 'text', collation: 'C' })
  user_id: string;

  @Column('uuid')
  @ForeignKey(() => StackEntity, { name: 'ledger_stack_id_fkey' })
  stack_id: string;

  @Column('uuid')
  @ForeignKey(() => StackBlockEntity, { name: 'ledger_block_id_fkey' })
  block_id: string;

  @Column('bigint')
  value: string;

  @Column('uuid')
  campaign_id: string;

  @Column('uuid')
  event_id: string;

  /** The index of the campaign's effect that booked it. */
  @Column('smallint')
  effect: number;

  @Column('timestamptz')
  created_at: Date;
}
