import type { AccessToken } from '@ces/auth/access-token';
import type { Submission } from '@ces/contracts/events/events';
import { momentOf } from '@ces/contracts/moment';
import { faulty } from '@ces/contracts/problems';
import type { FastifyRequest } from 'fastify';
import { textOf } from '../../http/bodies/check-pipe.js';

/** Makes a submission of row 2's path, token, and headers of Idempotency-Key or CloudEvents (binary mode). */
export function submissionOf(
  request: FastifyRequest,
  caller: AccessToken,
  userId: string,
  eventName: string,
): Submission {
  const key = submissionKeyOf(request);
  const given = header(request, 'ce-time');
  const time = given === undefined ? undefined : readTime(given, 'ce-time');
  return {
    client_id: caller.client_id,
    user_id: userId,
    event_name: eventName,
    data: textOf(request.body),
    request_id: request.call.requestId,
    ...(key === undefined ? {} : { key }),
    ...(time === undefined ? {} : { time }),
    ...(request.call.traceparent === undefined ? {} : { traceparent: request.call.traceparent }),
  };
}

/** CloudEvents: source and id together name an event. An Idempotency-Key takes precedence. */
function submissionKeyOf(request: FastifyRequest): string | undefined {
  const own = request.call.idempotency?.key;
  if (own !== undefined) return own;
  const id = header(request, 'ce-id');
  return id === undefined ? undefined : JSON.stringify([header(request, 'ce-source') ?? '', id]);
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  if (typeof value !== 'string' || value === '') return undefined;
  if (value.length > 255)
    throw faulty('parameter-invalid', [{ pointer: name, code: 'length', detail: 'may have 255 characters' }]);
  return value;
}

/** Returns the moment in the form that all services use. */
export function readTime(time: string, pointer: string): string {
  const moment = momentOf(time);
  if (!moment) throw faulty('parameter-invalid', [{ pointer, code: 'time', detail: 'must be a time after RFC 3339' }]);
  return moment.toISOString();
}
