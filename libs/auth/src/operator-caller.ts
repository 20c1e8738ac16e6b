import { clientMissing } from '@ces/contracts/problems';
import type { AccessToken } from './access-token.js';

/** An operator's token, and the client in whose name the operator acts. */
export class OperatorCaller implements AccessToken {
  readonly token_use = 'operator';
  readonly iss: string;
  readonly sub: string;
  readonly scope: string;
  readonly exp: number;
  readonly iat: number;
  readonly jti: string;
  readonly ver: number;
  /** The session that ends the token. */
  readonly sid?: string;

  constructor(
    token: AccessToken,
    /** The header `On-Behalf-Of`. */
    readonly client: string | undefined,
  ) {
    ({ iss: this.iss, sub: this.sub, scope: this.scope, exp: this.exp } = token);
    ({ iat: this.iat, jti: this.jti, ver: this.ver } = token);
    if (token.sid !== undefined) this.sid = token.sid;
  }

  /**
   * The client to which rows of this call belong. Routes read it only where rows belong to a client, so reading it
   * without a client refuses the call.
   */
  get client_id(): string {
    if (this.client !== undefined) return this.client;
    throw clientMissing('What this call concerns belongs to a client. Name it: On-Behalf-Of: cl_…');
  }
}

/** The client in whose name the caller acts, or an operator who names none, where no rows of clients are concerned. */
export function clientOrOperator(token: AccessToken): string {
  return token instanceof OperatorCaller ? (token.client ?? token.sub) : token.client_id;
}

/** Names the caller where rows of clients are not concerned: for limits, logs and records. */
export function idOfCaller(token: AccessToken): string {
  return token.token_use === 'operator' || token.token_use === 'portal' ? token.sub : token.client_id;
}
