import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A trigger of the table refuses updates. The block's existence is checked once, by the balance that is written beside it. */
@Entity('ledger')
@Index('ledger_effect', ['event_id', 'campaign_id', 'effect'], { unique: true })
@Index('ledger_user', ['user_id', 'id'])
export class LedgerEntryEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column({ type: 'text', collation: 'C' })
  user_id: string;

  @Column('uuid')
  stack_id: string;

  @Column('uuid')
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

  /** Says why a correction was made; null for other entries. */
  @Column('text', { nullable: true })
  reason: string | null;

  @Column('timestamptz')
  created_at: Date;
}
