import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

type RevocationKind = 'token' | 'client' | 'user';

@Entity('revocation')
@Check('revocation_kind', `kind IN ('token', 'client', 'user')`)
@Check('revocation_version', `(kind = 'token') = (least_version IS NULL)`)
@Index('revocation_subject', ['id', 'kind'])
@Index('revocation_age', ['expires_at'])
export class RevocationEntity {
  /** Gateways remember the last one that they know, as a cursor. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  seq: string;

  @Column('text')
  kind: RevocationKind;

  @Column('text')
  id: string;

  /** The least version of a client that counts, or the second up to which a user's tokens are revoked. */
  @Column('bigint', { nullable: true })
  least_version: string | null;

  @Column('timestamptz')
  expires_at: Date;
}
