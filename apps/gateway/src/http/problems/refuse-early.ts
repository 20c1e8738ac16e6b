import { newId } from '@ces/messaging/storage/ids';
import { faulty, Problem } from '@ces/contracts/problems';
import { decoded } from '@ces/service/http/decoded';
import { originForm } from '@ces/service/http/origin-form';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { sendProblem } from './send-problem.js';
import { hasBody } from '../bodies/body-kind.js';
import { documentOf, pathOf } from './problem-document.js';
import type { RouteTable } from '../routing/route-table.js';
import { callOf } from '../routing/mark-requests.js';
import type { AllowOrigin } from '../routing/cross-origin.js';
import { securityHeaders, strictPolicy } from '../routing/security-headers.js';

/** Time for a caller to read a refusal and to close the connection. */
const closingMs = 1_000;

/** Longer parameters of a path are refused. */
export const longestParameter = 1_024;

/** Stands in for the hooks, which do not run for such a request. */
interface InPlaceOfHooks {
  routes: RouteTable;
  allow: AllowOrigin;
  publicUrl: string;
}

/** Answers a request that Fastify refuses before any route or hook sees it, because of the text of its path. */
export async function refuseEarly(
  error: Error & { code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
  { routes, allow, publicUrl }: InPlaceOfHooks,
): Promise<void> {
  const { raw } = request;
  if (raw.url !== undefined) raw.url = originForm(raw.url);
  const fault = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? tooLong : notDecodable;
  const parameter = routes.parameterWith(fault.isIn, pathOf(raw.url), request.method);
  const problem = refusalOfPath(parameter, fault);
  request.call = callOf(request);
  void reply.headers({ 'X-Request-Id': request.call.requestId, ...securityHeaders(publicUrl), ...strictPolicy });
  await allow(request, reply);
  if (hasBody(raw) && !raw.complete) {
    // `boundUnreadRests` does not run for this request.
    void reply.header('Connection', 'close');
    reply.raw.once('finish', () => {
      destroySoon(raw.socket);
    });
  }
  void sendProblem(problem, request, reply, publicUrl);
}

interface FaultOfPath {
  isIn: (text: string) => boolean;
  code: string;
  detail: string;
}

const tooLong: FaultOfPath = {
  // The router counts decoded characters.
  isIn: (text) => (decoded(text) ?? '').length > longestParameter,
  code: 'too-long',
  detail: `must not have more than ${longestParameter} characters`,
};

const notDecodable: FaultOfPath = {
  isIn: (text) => decoded(text) === undefined,
  code: 'not-decodable',
  detail: 'cannot be decoded: two hexadecimal digits must follow a %, and the bytes must be UTF-8',
};

/** A fault outside of all parameters has no name, so it is one of the request. */
function refusalOfPath(parameter: string | undefined, { code, detail }: FaultOfPath): Problem {
  if (parameter === undefined) return new Problem('request-malformed', `The path ${detail}.`);
  return faulty('parameter-invalid', [{ pointer: parameter, code, detail }]);
}

/** An error of reading a request: it is not HTTP, or it did not arrive in time. */
type Unread = Error & { code?: string; rawPacket?: unknown };

export function refuseUnread(error: Unread, socket: Socket, publicUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const requestId = newId();
  const [status, problem] = refusalOf(error);
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 20_000) : '';
  const [, target = ''] = /^[A-Z]{1,20} (\S+) HTTP\//.exec(packet) ?? [];
  const body = JSON.stringify(documentOf(problem, pathOf(originForm(target)), requestId, publicUrl));
  const headers = Object.entries({ ...securityHeaders(publicUrl), ...strictPolicy }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      headers.join('') +
      `Content-Language: en-GB\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Node allows half-open connections: without this, one that its caller never closes would stay.
  destroySoon(socket);
}

function refusalOf({ code }: Unread): [status: string, problem: Problem] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [
        '431 Request Header Fields Too Large',
        new Problem('headers-too-large', 'The headers may have 16 KiB together.'),
      ];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', new Problem('body-too-slow', 'The request was not complete in time.')];
    default:
      return ['400 Bad Request', new Problem('request-malformed', 'This is not a request after HTTP/1.1.')];
  }
}

function destroySoon(socket: Socket): void {
  setTimeout(() => socket.destroy(), closingMs).unref();
}
