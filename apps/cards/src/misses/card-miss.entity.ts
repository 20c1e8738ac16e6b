import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('card_miss')
export class CardMissEntity {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'card_miss_pkey' })
  user_hash: Buffer;

  @Column('integer')
  misses: number;

  @Column('timestamptz', { default: () => 'now()' })
  last_at: Date;

  @Column('timestamptz', { nullable: true })
  blocked_until: Date | null;

  @Column('integer', { default: 0 })
  under_way: number;
}
