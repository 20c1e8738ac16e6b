import { Injectable } from '@nestjs/common';
import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import { GrantsService } from '../../grants/grants.service.js';
import type { SigningKey } from '../../keys/signing-key.js';
import { AccountsService } from '../accounts.service.js';
import { audience } from '../protocol/api.js';
import { tokenExchangeGrant } from '../protocol/client-metadata.js';
import { ProviderTokens } from '../providers/provider-tokens.js';
import { issueUserTokens } from './issue-user-tokens.js';

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const idTokenType = 'urn:ietf:params:oauth:token-type:id_token';

export interface ExchangeParameters {
  subject_token?: string;
  subject_token_type?: string;
  requested_token_type?: string;
  actor_token?: string;
  audience?: string;
}

/** Exchanges the id_token of a configured provider for tokens of the user who is connected there (RFC 8693). */
@Injectable()
export class TokenExchange {
  static readonly parameters = [
    ...['subject_token', 'subject_token_type', 'requested_token_type'],
    ...['actor_token', 'actor_token_type', 'audience', 'scope', 'resource'],
  ];

  constructor(
    private readonly tokens: ProviderTokens,
    private readonly accounts: AccountsService,
    private readonly grants: GrantsService,
  ) {}

  async handle(ctx: TokenEndpointGrantContext<ExchangeParameters>, key: SigningKey): Promise<void> {
    const { use, ...connection } = await this.tokens.verify(subjectTokenOf(ctx));
    const userId = await this.accounts.connected(connection);
    if (userId === undefined) {
      throw new errors.InvalidRequest('the subject of the subject_token is not connected with an active user');
    }
    await this.grants.useOnce(use);
    const issued = await issueUserTokens(ctx, key, { userId, by: tokenExchangeGrant });
    ctx.body = { ...issued, issued_token_type: accessTokenType };
  }
}

function subjectTokenOf(ctx: TokenEndpointGrantContext<ExchangeParameters>): string {
  const { subject_token, subject_token_type, requested_token_type, actor_token, audience: asked } = ctx.oidc.params;
  if (!subject_token) throw new errors.InvalidRequest("missing required parameter 'subject_token'");
  if (subject_token_type !== idTokenType) throw new errors.InvalidRequest(`subject_token_type must be ${idTokenType}`);
  if (requested_token_type !== undefined && requested_token_type !== accessTokenType) {
    throw new errors.InvalidRequest(`requested_token_type can only be ${accessTokenType}`);
  }
  if (actor_token !== undefined) throw new errors.InvalidRequest('actor_token is not supported');
  if (asked !== undefined && asked !== audience) throw new errors.InvalidTarget(`audience can only be ${audience}`);
  return subject_token;
}
