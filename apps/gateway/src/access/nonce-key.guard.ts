import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { routeOf } from './rate-and-key.guard.js';

/**
 * Rows 20 and 27 need no token, so the nonce is the scope of an idempotency key: strangers who choose the same key do not
 * affect each other. Mailed nonces bound the number of records, because a nonce is spent once and refusals are not recorded.
 */
@Injectable()
export class NonceKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const given = request.call.idempotency;
    if (!given) return true;
    const nonce = nonceIn(request.body);
    if (nonce === undefined) {
      // The validation of the body refuses it later.
      delete request.call.idempotency;
      return true;
    }
    const scope = `nonce ${hash('sha256', nonce, 'base64url')} ${routeOf(request)}`;
    request.call.idempotency = { scope, key: given.key, hash: given.hash, refusals: 'forgotten' };
    return true;
  }
}

/** Ignores the key of a read that is a POST. Repeating a read is harmless, and a recorded answer would store personal data. */
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
