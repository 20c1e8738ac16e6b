import type { AccessToken } from '@ces/auth/access-token';
import type { Submission } from '@ces/contracts/events';
import { Problem } from '@ces/contracts/problems';
import type { FastifyRequest } from 'fastify';
import { textOf } from '../http/check-pipe.js';

/** Row 2's request as a submission: path, token, and the headers of Idempotency-Key or CloudEvents (binary mode). */
export function submissionOf(
  request: FastifyRequest,
  caller: AccessToken,
  userId: string,
  eventName: string,
): Submission {
  const key = keyOf(request);
  const time = header(request, 'ce-time');
  if (time !== undefined) demandTime(time, 'ce-time');
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

/** CloudEvents: source and id together name an event. An Idempotency-Key beats them. */
function keyOf(request: FastifyRequest): string | undefined {
  const own = request.call.idempotency?.key;
  if (own !== undefined) return own;
  const id = header(request, 'ce-id');
  return id === undefined ? undefined : JSON.stringify([header(request, 'ce-source') ?? '', id]);
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

export function demandTime(time: string, pointer: string): void {
  if (!rfc3339.test(time) || Number.isNaN(Date.parse(time))) {
    throw new Problem('parameter-invalid', `${pointer}: a time such as 2026-11-21T09:30:00Z.`, {
      errors: [{ pointer, code: 'time', detail: 'must be a time after RFC 3339' }],
    });
  }
}
