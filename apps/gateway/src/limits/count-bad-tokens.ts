import type { AccessToken } from '@ces/auth/access-token';
import type { BadTokens } from '@ces/auth/bad-tokens';
import { networkOf } from '@ces/service/http/network-of';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiter } from './rate-limiter.js';

/**
 * Counts requests with a bad token by address, and those whose token lacks the scope by client. Otherwise a forged header or
 * a refused token would avoid the limits.
 */
@Injectable()
export class CountBadTokens implements BadTokens {
  constructor(private readonly limiter: RateLimiter) {}

  async seen(context: ExecutionContext): Promise<void> {
    if (!this.limiter.limits('address')) return;
    const http = context.switchToHttp();
    const { ip } = http.getRequest<FastifyRequest>();
    await this.limiter.spend('address', networkOf(ip), http.getResponse<FastifyReply>());
  }

  async lacksScope(context: ExecutionContext): Promise<void> {
    if (!this.limiter.limits('client')) return;
    const http = context.switchToHttp();
    const { user } = http.getRequest<{ user: AccessToken }>();
    await this.limiter.spend('client', user.client_id, http.getResponse<FastifyReply>());
  }
}
