import type { OperatorRole } from '@ces/contracts/identity/operators/roles';
import type { OperatorState } from '@ces/contracts/identity/operators/operators';
import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** A person of the business. Customers are in `app_user`. */
@Entity('operator')
// An index of expressions, which TypeORM cannot describe.
@Index('operator_newest', { synchronize: false })
@Check('operator_role', `role IN ('owner', 'marketer', 'support', 'developer', 'auditor')`)
@Check('operator_state', `state IN ('invited', 'active', 'blocked')`)
@Unique('operator_email_key', ['email'])
@Unique('operator_invitation_key', ['invitation'])
export class OperatorEntity {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'operator_pkey' })
  id: string;

  /** Normalised like the names of users. */
  @Column({ type: 'text', collation: 'C' })
  email: string;

  @Column('text')
  name: string;

  @Column('text')
  role: OperatorRole;

  @Column('text', { default: 'invited' })
  state: OperatorState;

  /** Null for a person who has only signed in through a provider, or not at all. */
  @Column('text', { nullable: true })
  password_hash: string | null;

  /** Tokens of lower versions are revoked. */
  @Column('integer', { default: 1 })
  version: number;

  /** The digest of the invitation's secret. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  invitation: string | null;

  @Column('timestamptz', { nullable: true })
  invitation_expires_at: Date | null;

  /** Sealed. Null without a code app. */
  @Column('text', { nullable: true })
  totp_secret: string | null;

  /** Sealed. It takes the place of `totp_secret` once a code confirms it. */
  @Column('text', { nullable: true })
  totp_pending: string | null;

  /** The step of the last code that was used. */
  @Column('integer', { default: 0 })
  totp_step: number;

  /** Digests of recovery codes that are left. */
  @Column('text', { array: true, default: [] })
  recovery_codes: string[];

  @Column('timestamptz', { nullable: true })
  signed_in_at: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
