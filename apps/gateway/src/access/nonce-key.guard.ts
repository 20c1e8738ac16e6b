import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { routeOf } from './edge.guard.js';

/**
 * Rows 20 and 27 take no token: there the nonce is the scope of an idempotency key, so that strangers who choose the same
 * key have nothing to do with each other. What is recorded is bounded by the nonces that were mailed, because a nonce is
 * spent once and refusals are not recorded.
 */
@Injectable()
export class NonceKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const given = request.call.idempotency;
    if (!given) return true;
    const nonce = nonceIn(request.body);
    if (nonce === undefined) {
      // The body's check will refuse it.
      delete request.call.idempotency;
      return true;
    }
    const scope = `nonce ${hash('sha256', nonce, 'base64url')} ${routeOf(request)}`;
    request.call.idempotency = { scope, key: given.key, hash: given.hash, refusals: 'forgotten' };
    return true;
  }
}

/** For a read that is a POST: it may be repeated freely, and an answer that is recorded would only keep personal data. */
@Injectable()
export class NoKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    delete context.switchToHttp().getRequest<FastifyRequest>().call.idempotency;
    return true;
  }
}

function nonceIn(body: unknown): string | undefined {
  try {
    const { nonce } = JSON.parse(String(body)) as { nonce?: unknown };
    return typeof nonce === 'string' ? nonce : undefined;
  } catch {
    return undefined;
  }
}
