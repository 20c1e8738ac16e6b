import { consoleClientId } from '@ces/contracts/identity/operators/sessions';
import { Injectable } from '@nestjs/common';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { consoleCallbackPath } from '../clients/known-clients.js';
import { GrantsService } from '../grants/grants.service.js';
import { IdentityConfig } from '../identity.config.js';
import { authorizationPath } from '../tokens/protocol/paths.js';
import { AuthorizationServer } from '../tokens/server/authorization-server.js';

/** A sign-in that a browser has begun. The browser keeps it in a cookie that scripts cannot read. */
export interface Begun {
  state: string;
  verifier: string;
  return_to: string;
}

/** The console as a client of our OAuth server: it asks for a code with PKCE and redeems it for the operator. */
@Injectable()
export class CodeFlow {
  private readonly callback: string;

  constructor(
    private readonly config: IdentityConfig,
    private readonly server: AuthorizationServer,
    private readonly grants: GrantsService,
  ) {
    this.callback = `${config.PUBLIC_URL}${consoleCallbackPath}`;
  }

  /** The address to which the browser goes, and what it keeps meanwhile. */
  begin(return_to: string, locale?: string): { address: string; begun: Begun } {
    const begun = { state: secret(), verifier: secret(), return_to };
    const query = new URLSearchParams({
      ...{ client_id: consoleClientId, response_type: 'code', scope: 'openid', state: begun.state },
      ...{ redirect_uri: this.callback, code_challenge: digest(begun.verifier), code_challenge_method: 'S256' },
      ...(locale === undefined ? {} : { locale }),
    });
    return { address: `${this.config.PUBLIC_URL}${authorizationPath}?${query.toString()}`, begun };
  }

  /** Uses up the code; a code that was used before throws. Returns undefined when it is not a code of this sign-in, or has expired. */
  async redeem(request: IncomingMessage, code: string, { verifier }: Begun): Promise<string | undefined> {
    const found = await this.server.current(request).AuthorizationCode.find(code);
    if (!found || found.isExpired) return undefined;
    const fits = isEqual(found.codeChallenge ?? '', digest(verifier));
    if (found.clientId !== consoleClientId || found.redirectUri !== this.callback || !fits) return undefined;
    await found.consume();
    // Nothing of the grant is needed: the console keeps a session of its own.
    if (found.grantId !== undefined) await this.grants.endGrant(found.grantId);
    return found.accountId;
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
