import { IsObject, IsString, Length } from 'class-validator';
import { MayBeAbsent } from '../../absent.js';
import { audited, renamed, rpc } from '../../rpc.js';
import { formerNamesOfOperator, OperatorRef, type Operator } from './operators.js';
import { SessionRef } from './sessions.js';

export interface PendingTotp {
  secret: string;
  otpauth_url: string;
}

export interface ConfirmedTotp {
  recovery_codes: string[];
}

export interface Passkey {
  id: string;
  name: string;
  created: string;
  last_used: string | null;
}

export interface Factors {
  totp: boolean;
  passkeys: Passkey[];
  required: boolean;
}

/** A fresh proof, which each change needs once there is a factor: a code of the app, a recovery code, or a passkey. */
export class FactorProof {
  @MayBeAbsent()
  @IsString()
  @Length(6, 30)
  code?: string;

  /** The answer of a browser to the options of `proofOptions`. */
  @MayBeAbsent()
  @IsObject()
  passkey?: object;
}

/** A session with a fresh proof. */
export class ProvenSession extends SessionRef {
  @MayBeAbsent()
  @IsString()
  @Length(6, 30)
  code?: string;

  @MayBeAbsent()
  @IsObject()
  passkey?: object;

  /** The address of the browser. Wrong codes are counted by it. */
  @MayBeAbsent()
  @IsString()
  address?: string;
}

export class TotpCode {
  @IsString()
  @Length(6, 20)
  code: string;
}

export class ConfirmTotp extends SessionRef {
  @IsString()
  @Length(6, 20)
  code: string;

  /** The address of the browser. Wrong codes are counted by it. */
  @MayBeAbsent()
  @IsString()
  address?: string;
}

class Nothing {}

export const listFactors = rpc('identity.operator-factors.list', SessionRef).returns<Factors>();
/** The options with which a browser asks for a passkey as a proof. */
export const proofOptions = rpc('identity.operator-factors.proof-options', SessionRef).returns<object>();
export const beginTotp = rpc('identity.operator-factors.begin-totp', ProvenSession).returns<PendingTotp>();
export const confirmTotp = rpc('identity.operator-factors.confirm-totp', ConfirmTotp).returns<ConfirmedTotp>();
export const removeTotp = rpc('identity.operator-factors.remove-totp', ProvenSession).returns<Nothing>();
/** Removes all second factors of an operator, who is signed out. */
export const resetFactors = audited(
  renamed(formerNamesOfOperator, rpc('identity.operators.reset-factors', OperatorRef).returns<Operator>()),
);
