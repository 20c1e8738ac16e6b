import { IsString } from 'class-validator';
import { rpc } from '../../rpc.js';

/** Tokens that the gateway must refuse although their signature is valid. The gateway polls, so a lost message loses nothing. */
export interface Revocations {
  cursor: string;
  /** Tokens by `jti`. Clients by id, with the least version (`ver`) of their valid tokens. */
  tokens: string[];
  clients: { id: string; least_version: number }[];
  /** Users whose tokens issued up to this second (`iat`) are revoked. Services of the previous release omit it. */
  users?: { id: string; issued_until: number }[];
  /** True if there is more than one reply holds. The caller asks again at once with the new cursor. */
  more: boolean;
}

export class RevocationCursor {
  @IsString()
  cursor: string;
}

export const revocationsSince = rpc('identity.revocations.since', RevocationCursor).returns<Revocations>();
