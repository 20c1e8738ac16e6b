import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn, Unique, UpdateDateColumn } from 'typeorm';

@Entity('card_definition')
@Index('card_definition_key', ['key'], { unique: true })
@Unique('card_definition_name_key', ['name'])
@Check('card_definition_users_per_card_check', 'users_per_card BETWEEN 1 AND 100')
export class CardDefinitionEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'card_definition_pkey' })
  id: string;

  @Column('text')
  name: string;

  /** The contract's `Representation`. TypeORM has no type for writing its `unknown[]`. */
  @Column('json')
  representation: object;

  /** The contract's `CardPresentation`, for which TypeORM has no type either. */
  @Column('json')
  card_presentation: object;

  @Column('integer')
  users_per_card: number;

  @Column('boolean')
  users_may_remove: boolean;

  /** The length of a group of characters in `display_number`; null means that there is no `display_number`. */
  @Column('integer', { nullable: true })
  display_groups_of: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;

  /** The key of `by-name`. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  key: string | null;
}
