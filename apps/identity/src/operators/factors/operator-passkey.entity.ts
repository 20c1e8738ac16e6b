import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A key pair that an operator's device keeps. Only its public part is here. */
@Entity('operator_passkey')
@Unique('operator_passkey_credential_id_key', ['credential_id'])
@Index('operator_passkey_operator_id', ['operator_id'])
export class OperatorPasskeyEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'operator_passkey_pkey' })
  id: string;

  @Column({ type: 'text', collation: 'C' })
  @ForeignKey('operator', 'id', { name: 'operator_passkey_operator_id_fkey', onDelete: 'CASCADE' })
  operator_id: string;

  @Column('text')
  name: string;

  /** The id by which the device knows the key pair, in base64url. */
  @Column({ type: 'text', collation: 'C' })
  credential_id: string;

  @Column('bytea')
  public_key: Buffer;

  /** How often the device has signed. A lower or equal number shows a copy. Devices that do not count say 0. */
  @Column('bigint')
  counter: string;

  /** How browsers reach the device. */
  @Column('text', { array: true })
  transports: string[];

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  used_at: Date | null;
}
