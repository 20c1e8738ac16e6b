import { Injectable } from '@nestjs/common';
import { AccountsService } from '../tokens/accounts.service.js';
import { OAuthFault } from '../tokens/protocol/oauth-fault.js';
import { TokenStateService } from './token-state.service.js';

/** The claims about a signed-in user that a client may read (OpenID Connect Core, section 5.3). */
@Injectable()
export class UserInfoService {
  constructor(
    private readonly states: TokenStateService,
    private readonly accounts: AccountsService,
  ) {}

  async claimsFor(authorization: string | undefined): Promise<object> {
    if (authorization === undefined) throw refusal(401, 'invalid_request', 'an access token is needed', '');
    const token = /^bearer ([\w.-]+)$/i.exec(authorization)?.[1];
    const claims = token === undefined ? undefined : await this.states.activeClaims(token);
    if (!claims) throw refusal(401, 'invalid_token', 'no living access token');
    const scopes = claims.scope.split(' ');
    if (claims.token_use !== 'user' || !scopes.includes('openid')) {
      const named = ', error="insufficient_scope", scope="openid"';
      throw refusal(403, 'insufficient_scope', 'a token of a user with the scope openid is needed', named);
    }
    const known = await this.accounts.claimsOf(claims.sub, scopes);
    if (!known) throw refusal(401, 'invalid_token', 'the account is gone');
    return known;
  }
}

function refusal(status: number, error: string, description: string, named = `, error="${error}"`): OAuthFault {
  return new OAuthFault(status, error, description, { 'www-authenticate': `Bearer realm="ces"${named}` });
}
