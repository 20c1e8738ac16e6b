import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The id of a fact that was deleted with its user. It explains why a reader has handled a fact that its publisher lacks. */
@Entity('erased_fact')
export class ErasedFactEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'erased_fact_pkey' })
  message_id: string;

  /** The kind of the fact, without a partition. Empty in the row that says from when on the records are complete. */
  @Column('text')
  subject: string;
}
