import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

const key = 'operator_connection_pkey';

/** The account of an operator at an OpenID provider. */
@Entity('operator_connection')
@Unique('operator_connection_operator_id_issuer_key', ['operator_id', 'issuer'])
export class OperatorConnectionEntity {
  /** The issuer rather than the provider's name, because subjects are unique at their issuer. */
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: key })
  issuer: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: key })
  subject: string;

  @Column({ type: 'text', collation: 'C' })
  @ForeignKey('operator', 'id', { name: 'operator_connection_operator_id_fkey', onDelete: 'CASCADE' })
  operator_id: string;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
