import { newId } from '@ces/messaging/storage/ids';
import { Problem } from '@ces/contracts/problems';
import { originForm } from '@ces/service/http/origin-form';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { sendProblem } from './send-problem.js';
import { hasBody } from '../bodies/body-kind.js';
import { documentOf, pathOf } from './problem-document.js';
import { callOf } from '../routing/mark-requests.js';
import { strictTransport } from '../routing/strict-transport.js';

/** Time for a caller to read a refusal and to close the connection. */
const closingMs = 1_000;

/** Answers a request that Fastify refuses before any route or hook sees it, because its path cannot be decoded. */
export function refuseEarly(error: Error, request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  const detail = error.message.slice(0, 200);
  const errors = [{ pointer: 'path', code: 'not-decodable', detail }];
  const problem = new Problem('parameter-invalid', detail, { errors });
  const { raw } = request;
  if (raw.url !== undefined) raw.url = originForm(raw.url);
  request.call = callOf(request);
  void reply
    .headers({
      'X-Request-Id': request.call.requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    })
    .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    .headers(strictTransport(publicUrl));
  if (hasBody(raw) && !raw.complete) {
    // `boundUnreadRests` does not run for this request.
    void reply.header('Connection', 'close');
    reply.raw.once('finish', () => {
      destroySoon(raw.socket);
    });
  }
  void sendProblem(problem, request, reply, publicUrl);
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
  const headers = Object.entries(strictTransport(publicUrl)).map(([name, value]) => `${name}: ${value}\r\n`);
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
