import { Module } from '@nestjs/common';
import { ClientLimits } from './client-limits.js';
import { RateLimiter } from './rate-limiter.js';

@Module({ providers: [ClientLimits, RateLimiter], exports: [RateLimiter] })
export class LimitsModule {}
