import type { AccessToken } from '@ces/auth/access-token';
import { Injectable } from '@nestjs/common';
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import { KnownClients, type KnownClient } from '../clients/known-clients.js';
import { GrantsService } from '../grants/grants.service.js';
import { IdentityConfig } from '../identity.config.js';
import { publicPart, signingAlgorithms } from '../keys/signing-key.js';
import { SigningKeysService } from '../keys/signing-keys.service.js';
import { OperatorSignInsService } from '../operators/operator-sign-ins.service.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { audience } from '../tokens/protocol/api.js';
import { unavailable } from '../tokens/protocol/oauth-fault.js';

/** Revocation (RFC 7009) and introspection (RFC 7662) of our tokens; oidc-provider supports neither for JWTs. */
@Injectable()
export class TokenStateService {
  constructor(
    private readonly config: IdentityConfig,
    private readonly keys: SigningKeysService,
    private readonly clients: KnownClients,
    private readonly revocations: RevocationsService,
    private readonly grants: GrantsService,
    private readonly operators: OperatorSignInsService,
  ) {}

  /** Ignores invalid tokens and tokens of other clients, and reports no error for them (RFC 7009, section 2.2). */
  async revoke(client: KnownClient, token: string): Promise<void> {
    const claims = await this.verify(token);
    if (claims?.client_id === client.id) await this.revocations.revokeToken(claims.jti, claims.exp);
    if (claims) return;
    const refresh = await this.grants.find('RefreshToken', token);
    // A revoked refresh token ends its whole grant, with all access tokens.
    if (refresh?.grantId && refresh.clientId === client.id) await this.grants.endGrant(refresh.grantId);
  }

  /** A client may ask about its own tokens; a client with the scope `admin`, about all. */
  async introspect(client: KnownClient, token: string): Promise<object> {
    const claims = await this.verify(token);
    if (!claims) return this.introspectRefresh(client, token);
    if (!mayAsk(client, claims.client_id) || !(await this.isActive(claims))) return { active: false };
    return { active: true, token_type: 'Bearer', ...claims };
  }

  async activeClaims(token: string): Promise<AccessToken | undefined> {
    const claims = await this.verify(token);
    return claims && (await this.isActive(claims)) ? claims : undefined;
  }

  private async introspectRefresh(client: KnownClient, token: string): Promise<object> {
    const found = await this.grants.find('RefreshToken', token);
    if (!found?.clientId || found.consumed !== undefined || !mayAsk(client, found.clientId)) return { active: false };
    if (!found.grantId || !(await this.grants.find('Grant', found.grantId))) return { active: false };
    const { clientId: client_id, accountId: sub, scope, iat, exp } = found;
    return { active: true, token_type: 'refresh_token', iss: this.config.PUBLIC_URL, client_id, sub, scope, iat, exp };
  }

  private async isActive(claims: AccessToken): Promise<boolean> {
    const issuedTo = await this.clients.find(claims.client_id);
    if (!issuedTo || (claims.token_use !== 'operator' && claims.ver < issuedTo.version)) return false;
    if (claims.token_use === 'operator' && !(await this.isOfOperatorNow(claims))) return false;
    if (claims.token_use === 'user' && (await this.revocations.isUserRevoked(claims.sub, claims.iat))) return false;
    return !(await this.revocations.isRevoked(claims.jti));
  }

  private async isOfOperatorNow({ sub, ver, sid }: AccessToken): Promise<boolean> {
    if (sid !== undefined && (await this.revocations.isRevoked(sid))) return false;
    return this.operators.isCurrent(sub, ver);
  }

  private async verify(token: string): Promise<AccessToken | undefined> {
    const keys = this.keys.current;
    if (!keys) throw unavailable();
    try {
      const { payload } = await jwtVerify<AccessToken>(
        token,
        createLocalJWKSet({ keys: keys.published.map(publicPart) }),
        {
          typ: 'at+jwt',
          algorithms: [...signingAlgorithms],
          issuer: this.config.PUBLIC_URL,
          audience,
          requiredClaims: ['exp', 'jti'],
        },
      );
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

function mayAsk(client: KnownClient, issuedTo: string): boolean {
  return issuedTo === client.id || client.scopes.includes('admin');
}
