import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CardEntity } from './card.entity.js';

/** One card of each account is featured. */
@Entity('card_holder')
@Index('card_holder_card', ['card_id'])
@Index('card_holder_featured', ['user_id'], { unique: true, where: 'featured' })
export class CardHolderEntity {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'card_holder_pkey' })
  user_id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'card_holder_pkey' })
  @ForeignKey(() => CardEntity, { name: 'card_holder_card_id_fkey' })
  card_id: string;

  @Column('boolean')
  featured: boolean;

  /** Whether the user may take the card off the account. */
  @Column('boolean')
  removable: boolean;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  added_at: Date;
}
