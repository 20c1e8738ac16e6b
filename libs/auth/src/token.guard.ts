import { Problem } from '@ces/contracts/problems';
import { Injectable, Optional, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { AccessToken } from './access-token.js';
import { ClientsActedFor } from './clients-acted-for.js';
import { BadTokens } from './bad-tokens.js';
import {
  expired,
  explainHeader,
  explainKind,
  explainMissing,
  explainRefusal,
  explainScope,
  revoked,
  type TokenNeed,
} from './explain-token.js';
import { OperatorCaller } from './operator-caller.js';
import { PortalSessions, portalTokenIn } from './portal-caller.js';
import { Revoked } from './revoked.js';
import { plainToken, VerifiedTokens } from './verified-tokens.js';

export const TOKEN_NEED = 'token-need';
export const TOKEN_OPTIONAL = 'token-optional';

const bearer = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;
/** Our tokens have about 1 KB. A key of the cache keeps the whole header in memory, so this limit bounds the cache. */
const longestHeader = 4_096;

interface Request {
  headers: { authorization?: string; 'on-behalf-of'?: string };
  user?: AccessToken;
}

/** Verifies the caller's token and its scope. It checks a signature once per token, expiry and revocation at every request. */
@Injectable()
export class TokenGuard extends AuthGuard('access-token') {
  constructor(
    private readonly reflector: Reflector,
    private readonly revoked: Revoked,
    private readonly verified: VerifiedTokens,
    @Optional() private readonly badTokens?: BadTokens,
    @Optional() private readonly clients?: ClientsActedFor,
    @Optional() private readonly portals?: PortalSessions,
  ) {
    super();
  }

  /** Makes no promise for the known token of a client or user, which nearly every request has. */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    return this.admitsKnown(context) || this.admitOrRefuse(context);
  }

  private admitsKnown(context: ExecutionContext): boolean {
    const request = context.getArgByIndex<Request>(0);
    const token = this.verified.inHeader(request.headers.authorization);
    if (!token || (token.token_use !== 'client' && token.token_use !== 'user')) return false;
    if (!this.revoked.complete || isOver(token) || this.revoked.has(token)) return false;
    if (!suffices(token, this.needsOf(context))) return false;
    this.verified.lookups.hits += 1;
    request.user = token;
    return true;
  }

  private async admitOrRefuse(context: ExecutionContext): Promise<boolean> {
    try {
      return await this.authenticate(context);
    } catch (error) {
      if (error instanceof Problem && error.code === 'token-invalid') await this.badTokens?.seen(context);
      if (error instanceof Problem && error.code === 'scope-insufficient') await this.badTokens?.lacksScope(context);
      throw error;
    }
  }

  private async authenticate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<Request>();
    const header = request.headers.authorization;
    if (header === undefined && this.find(TOKEN_OPTIONAL, context) === true) return true;
    if (header === undefined) throw new Problem('token-missing', explainMissing(this.needsOf(context)));
    const session = portalTokenIn(header);
    request.user = session === undefined ? await this.byToken(context, request, header) : await this.inPortal(session);
    this.demand(context, request.user);
    return true;
  }

  private async byToken(context: ExecutionContext, request: Request, header: string): Promise<AccessToken> {
    // The cache holds only tokens that passed the check of `tokenIn`, which costs more than this look.
    const plain = plainToken(header);
    const known = this.verified.get(plain);
    const text = known ? plain : tokenIn(header);
    this.verified.lookups[known ? 'hits' : 'misses'] += 1;
    const token = known ?? this.verified.get(text) ?? (await this.verify(context, request, text));
    if (!this.revoked.complete) {
      throw new Problem('service-unavailable', 'It is not known yet which tokens were revoked.', { retry_after: 1 });
    }
    const over = isOver(token);
    if (over || this.revoked.has(token)) {
      this.verified.delete(text);
      throw new Problem('token-invalid', over ? expired(new Date(token.exp * 1_000)) : revoked);
    }
    // A refusal of the client's name is also recorded under the operator.
    request.user = token;
    return token.token_use === 'operator' ? this.onBehalf(request, token) : token;
  }

  private async inPortal(token: string): Promise<AccessToken> {
    const caller = await this.portals?.find(token);
    if (!caller)
      throw new Problem('token-invalid', 'The link to the portal has ended. Ask for a new one where you got it.');
    return caller;
  }

  /** `info` holds the error of the key's look-up, because passport-jwt reports it as a failure of the token. */
  override handleRequest<User>(error: unknown, user: User | false, info?: unknown): User {
    for (const cause of [error, info]) if (cause instanceof Problem) throw cause;
    if (error !== null && error !== undefined) throw new Problem('token-invalid', explainRefusal(error));
    if (user === false) throw new Problem('token-invalid', explainRefusal(info));
    return user;
  }

  private async verify(context: ExecutionContext, request: Request, text: string): Promise<AccessToken> {
    await super.canActivate(context);
    const token = request.user;
    if (!token) throw new Problem('token-invalid', 'The token is not valid.');
    this.verified.set(text, token);
    return token;
  }

  private demand(context: ExecutionContext, token: AccessToken): void {
    const needs = this.needsOf(context);
    const { token_use } = token;
    if (token_use === 'portal' && !needs.some(({ use }) => use === 'portal')) {
      // Routes that need no token declare no other refusal of one.
      const code = needs.length === 0 ? 'token-invalid' : 'scope-insufficient';
      throw new Problem(code, 'A link to the portal opens only what the portal shows of its webhooks.');
    }
    if (suffices(token, needs)) return;
    const ways = needs.filter(({ use }) => isOfUse(use, token_use)).map(({ scope }) => scope);
    if (ways.length === 0) throw new Problem('scope-insufficient', explainKind(needs, token.token_use));
    throw new Problem(
      'scope-insufficient',
      explainScope(ways, token.scope, token_use === 'operator' ? undefined : token.client_id),
    );
  }

  /** The header names the client for whom an operator acts. Tokens of clients and users ignore it. */
  private async onBehalf({ headers }: Request, token: AccessToken): Promise<OperatorCaller> {
    const client = headers['on-behalf-of'];
    if (client !== undefined) await this.clients?.demand(client);
    return new OperatorCaller(token, client);
  }

  private needsOf(context: ExecutionContext): TokenNeed[] {
    return (this.find(TOKEN_NEED, context) as TokenNeed[] | undefined) ?? [];
  }

  private find(metadata: string, context: ExecutionContext): unknown {
    return this.reflector.getAllAndOverride<unknown>(metadata, [context.getHandler(), context.getClass()]);
  }
}

/** Returns the token without the rest of the header, so that callers cannot fill the cache with variants of one token. */
function tokenIn(header: string): string {
  const token = header.length > longestHeader ? undefined : bearer.exec(header)?.[1];
  if (token === undefined) throw new Problem('token-invalid', explainHeader(header.slice(0, longestHeader)));
  return token;
}

function isOver({ exp }: AccessToken): boolean {
  return exp * 1_000 <= Date.now();
}

function suffices(token: AccessToken, needs: TokenNeed[]): boolean {
  return needs.length === 0 || needs.some(({ use, scope }) => isOfUse(use, token.token_use) && holds(token, scope));
}

function holds({ scope, token_use }: AccessToken, wanted: string): boolean {
  const held = ` ${scope} `;
  return wanted === '' || held.includes(` ${wanted} `) || (token_use !== 'user' && held.includes(' admin '));
}

/** An operator may call every route that takes client tokens with a scope of the role. */
function isOfUse(use: TokenNeed['use'], token_use: AccessToken['token_use']): boolean {
  return use === token_use || (token_use === 'operator' && use === 'client');
}
