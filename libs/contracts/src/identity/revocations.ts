import { IsString } from 'class-validator';
import { rpc } from '../rpc.js';

/** What the gateway must refuse although its signature is right. Read by polling: complete, small, and right after any loss. */
export interface Revocations {
  cursor: string;
  /** Tokens by `jti`; clients by id, with the least version of their tokens (`ver`) that still counts. */
  tokens: string[];
  clients: { id: string; least_version: number }[];
  /** Users whose tokens issued up to this second (`iat`) no longer count. Services of the version before do not tell. */
  users?: { id: string; issued_until: number }[];
  /** There was more than one answer holds: ask again at once, with the new cursor. */
  more: boolean;
}

export class RevocationCursor {
  @IsString()
  cursor: string;
}

export const revocationsSince = rpc('identity.revocations.since', RevocationCursor).returns<Revocations>();
