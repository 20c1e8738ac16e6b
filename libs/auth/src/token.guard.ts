import { Problem } from '@ces/contracts/problems';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { LRUCache } from 'lru-cache';
import type { AccessToken } from './access-token.js';
import { Revoked } from './revoked.js';

export interface TokenNeed {
  use: 'client' | 'user';
  scope: string;
}

export const TOKEN_NEED = 'token-need';
export const TOKEN_OPTIONAL = 'token-optional';

interface Request {
  headers: { authorization?: string };
  user?: AccessToken;
}

/**
 * Who calls, and may they? A signature is checked once per token; expiry and revocation at every request.
 */
@Injectable()
export class TokenGuard extends AuthGuard('access-token') {
  private readonly verified = new LRUCache<string, AccessToken>({ max: 20_000 });

  constructor(
    private readonly reflector: Reflector,
    private readonly revoked: Revoked,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const header = request.headers.authorization;
    if (header === undefined && this.find(TOKEN_OPTIONAL, context) === true) return true;
    if (header === undefined)
      throw new Problem('token-missing', 'Send an access token: Authorization: Bearer <token>.');
    const token = this.verified.get(header) ?? (await this.verify(context, request, header));
    if (token.exp * 1_000 <= Date.now() || this.revoked.has(token)) {
      this.verified.delete(header);
      throw new Problem('token-invalid', 'The token has expired or was revoked.');
    }
    request.user = token;
    this.demand(context, token);
    return true;
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof Problem) throw error;
    if (error !== null && error !== undefined) throw new Problem('token-invalid', 'The token could not be read.');
    if (user === false) throw new Problem('token-invalid', 'The token is malformed, expired, or not for this service.');
    return user;
  }

  private async verify(context: ExecutionContext, request: Request, header: string): Promise<AccessToken> {
    await super.canActivate(context);
    const token = request.user;
    if (!token) throw new Problem('token-invalid', 'The token is not valid.');
    this.verified.set(header, token);
    return token;
  }

  private demand(context: ExecutionContext, token: AccessToken): void {
    const needs = this.find(TOKEN_NEED, context) as TokenNeed[] | undefined;
    if (!needs) return;
    const need = needs.find(({ use }) => use === token.token_use);
    if (!need)
      throw new Problem('scope-insufficient', `This needs a ${needs.map(({ use }) => use).join(' or a ')} token.`);
    if (!holds(token, need.scope)) throw new Problem('scope-insufficient', `This needs the scope ${need.scope}.`);
  }

  private find(metadata: string, context: ExecutionContext): unknown {
    return this.reflector.getAllAndOverride<unknown>(metadata, [context.getHandler(), context.getClass()]);
  }
}

/** Clients with `admin` hold every scope of clients. */
function holds({ scope, token_use }: AccessToken, wanted: string): boolean {
  const held = scope.split(' ');
  return held.includes(wanted) || (token_use === 'client' && held.includes('admin'));
}
