import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Sums of a user's entries in dropped months. A balance is the sum of this and of the entries in the ledger. */
@Entity('carried_balance')
export class CarriedBalanceEntity {
  @PrimaryColumn('text', { collation: 'C' })
  user_id: string;

  @PrimaryColumn('uuid')
  block_id: string;

  @Column('bigint')
  value: string;

  /** The part of the value that imports have booked. */
  @Column('bigint')
  imported: string;
}
