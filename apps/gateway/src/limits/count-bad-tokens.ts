import type { AccessToken } from '@ces/auth/access-token';
import { idOfCaller } from '@ces/auth/operator-caller';
import type { BadTokens } from '@ces/auth/bad-tokens';
import { networkOf } from '@ces/service/http/network-of';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiter } from './rate-limiter.js';

/**
 * Counts a request with an invalid token by its address, and one whose token lacks the scope by its client. Without this,
 * refused requests would escape the limits.
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
    const http = context.switchToHttp();
    const client = idOfCaller(http.getRequest<{ user: AccessToken }>().user);
    if (!this.limiter.limits('client', client)) return;
    await this.limiter.spend('client', client, http.getResponse<FastifyReply>());
  }
}
