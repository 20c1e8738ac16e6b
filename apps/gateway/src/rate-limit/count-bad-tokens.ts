import type { BadTokens } from '@ces/auth/bad-tokens';
import { networkOf } from '@ces/service/network-of';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiter } from './rate-limiter.js';

/** Counts requests with a bad token by address. Otherwise a forged header would avoid the limit. */
@Injectable()
export class CountBadTokens implements BadTokens {
  constructor(private readonly limiter: RateLimiter) {}

  async seen(context: ExecutionContext): Promise<void> {
    if (!this.limiter.limits('address')) return;
    const http = context.switchToHttp();
    const { ip } = http.getRequest<FastifyRequest>();
    await this.limiter.spend('address', networkOf(ip), http.getResponse<FastifyReply>());
  }
}
