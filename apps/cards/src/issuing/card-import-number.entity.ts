import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A number of an upload that is not finished. The table is unlogged: numbers wait here for seconds. */
@Entity('card_import_number')
export class CardImportNumberEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'card_import_number_pkey' })
  import_id: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'card_import_number_pkey' })
  line: number;

  /** The id that the card will have. */
  @Column('uuid')
  card_id: string;

  @Column({ type: 'text', collation: 'C' })
  identifier: string;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
