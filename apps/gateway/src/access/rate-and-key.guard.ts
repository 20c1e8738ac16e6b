import type { AccessToken } from '@ces/auth/access-token';
import { idOfCaller, OperatorCaller } from '@ces/auth/operator-caller';
import { Problem } from '@ces/contracts/problems';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { RateLimiter } from '../limits/rate-limiter.js';

type Request = FastifyRequest & { user?: AccessToken };

/**
 * Counts the request against its client's rate, and reads the idempotency key of a POST. It is a guard and no
 * interceptor, because Nest runs a route that has interceptors through RxJS. It makes a promise only to count.
 */
@Injectable()
export class RateAndKeyGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.getArgByIndex<Request>(0);
    const client = request.user && idOfCaller(request.user);
    if (client === undefined || !this.limiter.limits('client', client)) return noteKey(request);
    const reply = context.getArgByIndex<FastifyReply>(1);
    return this.limiter.spend('client', client, reply).then(() => noteKey(request));
  }
}

function noteKey(request: Request): true {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return true;
  const body = Buffer.isBuffer(request.body) ? request.body : '';
  request.call.idempotency = {
    scope: `${askerOf(request.user)} ${routeOf(request)}`,
    key,
    // Computed on demand: the intake of events does not need it.
    get hash() {
      return createHash('sha256').update(optionsOf(request)).update(body).digest('base64url');
    },
  };
  return true;
}

/** Names the user, or the operator, as well as the client, so that two people never share a key. */
function askerOf(token: AccessToken | undefined): string {
  if (!token) return '-';
  if (token instanceof OperatorCaller) return `${token.sub}/${token.client ?? ''}`;
  return token.token_use === 'client' ? token.client_id : `${token.client_id}/${token.sub}`;
}

export function isByName(path: string): boolean {
  return path.includes('/by-name/');
}

export function routeOf({ method, url }: FastifyRequest): string {
  return `${method} ${url.split('?', 1)[0] ?? ''}`;
}

/** A PUT by name may make a secret, which only its first answer shows. */
function takesKey({ method, url }: FastifyRequest): boolean {
  return method === 'POST' || (method === 'PUT' && isByName(url));
}

/** A dry run is another request than the change. */
function optionsOf({ method, url }: FastifyRequest): string {
  return method === 'PUT' ? (url.split('?', 2)[1] ?? '') : '';
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const given = takesKey(request) ? request.headers['idempotency-key'] : undefined;
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(given)) {
    throw new Problem('parameter-invalid', 'Idempotency-Key: 1 to 255 printable ASCII characters.', {
      errors: [
        { pointer: 'Idempotency-Key', code: 'idempotency-key', detail: 'must be 1 to 255 printable ASCII characters' },
      ],
    });
  }
  return given;
}
