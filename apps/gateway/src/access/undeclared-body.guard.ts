import { fragmentStep } from '@ces/contracts/json/escape-step';
import { faulty } from '@ces/contracts/problems';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { parseJson } from '../http/bodies/check-pipe.js';
import { noteIgnored } from '../http/bodies/ignored-fields.js';
import { takesBody } from '../http/bodies/takes-body.js';

/**
 * Looks at the body of a route that takes none, as a pipe does on the other routes: an administrative route refuses fields,
 * any other route ignores them and names them. Clients that send `{}` with every POST are served.
 */
@Injectable()
export class UndeclaredBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const { body, url } = context.getArgByIndex<FastifyRequest>(0);
    if (!Buffer.isBuffer(body) || body.length === 0 || takesBody(context)) return true;
    const value = parseJson(body);
    if (url.startsWith('/api/1/admin/')) refuseFields(value);
    else noteIgnored(namesIn(value).map((name) => [name]));
    return true;
  }
}

function refuseFields(value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw faulty('validation-failed', [{ pointer: '#', code: 'type', detail: 'must be an object, or absent' }]);
  const faults = namesIn(value).map((name) => ({
    pointer: `#/${fragmentStep(name)}`,
    code: 'unknown-field',
    detail: 'is not a field of this request, which has none',
  }));
  if (faults.length > 0) throw faulty('validation-failed', faults);
}

function namesIn(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}
