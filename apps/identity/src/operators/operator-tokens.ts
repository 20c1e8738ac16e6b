import { consoleClientId } from '@ces/contracts/identity/operators/sessions';
import { scopesOfRole } from '@ces/contracts/identity/operators/roles';
import { Injectable } from '@nestjs/common';
import { importJWK, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { IdentityConfig } from '../identity.config.js';
import { SigningKeysService } from '../keys/signing-keys.service.js';
import { accessTokenSeconds } from '../keys/token-lifetimes.js';
import { Problem } from '@ces/contracts/problems';
import type { OperatorEntity } from './operator.entity.js';

const audience = 'ces-api';

/** Claims of every token of an operator. */
export function claimsOf({ role, version }: Pick<OperatorEntity, 'role' | 'version'>) {
  return { scope: scopesOfRole[role].join(' '), token_use: 'operator', ver: version } as const;
}

/** Makes the tokens that gateways use in place of the console's cookie. They never reach a browser. */
@Injectable()
export class OperatorTokens {
  constructor(
    private readonly config: IdentityConfig,
    private readonly keys: SigningKeysService,
  ) {}

  async issue(operator: OperatorEntity, sessionId: string): Promise<string> {
    const key = this.keys.current?.active;
    if (!key) throw new Problem('service-unavailable', 'The signing keys are not read yet.', { retry_after: 1 });
    return new SignJWT({ ...claimsOf(operator), client_id: consoleClientId, sid: sessionId })
      .setProtectedHeader({ alg: key.alg, typ: 'at+jwt', kid: key.kid })
      .setIssuer(this.config.PUBLIC_URL)
      .setAudience(audience)
      .setSubject(operator.id)
      .setIssuedAt()
      .setExpirationTime(`${accessTokenSeconds}s`)
      .setJti(randomUUID())
      .sign(await importJWK(key));
  }
}
