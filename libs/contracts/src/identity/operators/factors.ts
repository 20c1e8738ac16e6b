import { IsString, Length } from 'class-validator';
import { MayBeAbsent } from '../../absent.js';
import { audited, rpc } from '../../rpc.js';
import { OperatorRef, type Operator } from './operators.js';
import { SessionRef } from './sessions.js';

export interface PendingTotp {
  secret: string;
  otpauth_url: string;
}

export interface ConfirmedTotp {
  recovery_codes: string[];
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

export const beginTotp = rpc('identity.operator-factors.begin-totp', SessionRef).returns<PendingTotp>();
export const confirmTotp = rpc('identity.operator-factors.confirm-totp', ConfirmTotp).returns<ConfirmedTotp>();
export const removeTotp = rpc('identity.operator-factors.remove-totp', SessionRef).returns<Nothing>();
/** Removes all second factors of an operator, who is signed out. */
export const resetFactors = audited(rpc('identity.operators.reset-factors', OperatorRef).returns<Operator>());
