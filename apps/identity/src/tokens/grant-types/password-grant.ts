import { Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import { CredentialsService } from '../../credentials/credentials.service.js';
import type { SigningKey } from '../../keys/signing-key.js';
import { passwordGrant } from '../protocol/client-metadata.js';
import { asTooManyAttempts } from '../protocol/too-many-attempts.js';
import { issueUserTokens } from './issue-user-tokens.js';

export interface PasswordParameters {
  username?: string;
  password?: string;
}

/** The password grant. First-party clients may use it, because they see the password anyway (row 10). */
@Injectable()
export class PasswordGrant {
  static readonly parameters = ['username', 'password', 'scope', 'resource'];

  constructor(private readonly credentials: CredentialsService) {}

  async handle(ctx: TokenEndpointGrantContext<PasswordParameters>, key: SigningKey): Promise<void> {
    const { username, password } = ctx.oidc.params;
    if (!username || !password) throw new errors.InvalidRequest('username and password are needed');
    const userId = await this.credentials
      .signIn(username, password, { client_id: ctx.oidc.client.clientId, address: userAddressOf(ctx) })
      .catch((error: unknown) => {
        throw asTooManyAttempts(error);
      });
    // Every reason gets the same answer, so that it does not tell which names exist.
    if (userId === undefined) {
      throw new errors.CustomOIDCProviderError(
        'invalid_grant',
        'wrong name or password, or an account not yet activated',
      );
    }
    ctx.body = await issueUserTokens(ctx, key, { userId, by: passwordGrant, amr: ['pwd'] });
  }
}

function userAddressOf(ctx: TokenEndpointGrantContext<PasswordParameters>): string | undefined {
  const given = ctx.get('x-user-address');
  if (given !== '' && isIP(given) === 0) throw new errors.InvalidRequest('X-User-Address must be an IP address');
  return given === '' ? undefined : given;
}
