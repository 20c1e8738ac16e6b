import type { CardState } from '@ces/contracts/cards/cards';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';

/**
 * Each number that was ever given out has a row, so that one unique index keeps all numbers apart. The row of a number that a
 * card got by a transfer is `replaced` and names that card.
 */
@Entity('card')
@Unique('card_identifier_key', ['identifier'])
@Check('card_state_check', `state IN ('active', 'inactive', 'blocked', 'expired', 'replaced')`)
@Index('card_expiring', ['expiration'], {
  where: `expiration IS NOT NULL AND state IN ('active', 'inactive')`,
})
export class CardEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'card_pkey' })
  id: string;

  @Column('uuid')
  @ForeignKey('CardTierEntity', { name: 'card_tier_id_fkey' })
  tier_id: string;

  /** The number that was given out. */
  @Column({ type: 'text', collation: 'C' })
  identifier: string;

  /** The current number, when a transfer has changed it. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  identifier_actual: string | null;

  /** The card that has taken over the number of this one. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => CardEntity, { name: 'card_replaced_by_fkey' })
  replaced_by: string | null;

  /** The stored state. A card has expired at its moment, even before the chore has stored `expired`. */
  @Column('text', { default: 'active' })
  state: CardState;

  @Column('timestamptz', { nullable: true })
  expiration: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  tier_start_date: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
