import { newId } from '@ces/messaging/ids';
import { Problem } from '@ces/contracts/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { strictTransport } from './strict-transport.js';

/** What Fastify refuses before any route or hook has seen it: a path that cannot be decoded. */
export function refuseEarly(error: Error, request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  const requestId = newId();
  const problem = new Problem('parameter-invalid', error.message.slice(0, 200));
  void reply
    .status(problem.status)
    .headers({ 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' })
    .headers(strictTransport(publicUrl))
    .headers({ 'Content-Language': 'en-GB', 'Content-Type': 'application/problem+json; charset=utf-8' })
    .send(bodyOf(problem, requestId, pathOf(request.raw.url), publicUrl));
}

/** What Node could not read as HTTP, or what did not come in time. */
type Unread = Error & { code?: string; rawPacket?: unknown };

export function refuseUnread(error: Unread, socket: Socket, publicUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const requestId = newId();
  const [status, problem] = refusalOf(error);
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 20_000) : '';
  const [, target] = /^[A-Z]{1,20} (\S+) HTTP\//.exec(packet) ?? [];
  const body = bodyOf(problem, requestId, pathOf(target), publicUrl);
  const headers = Object.entries(strictTransport(publicUrl)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      headers.join('') +
      `Content-Language: en-GB\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
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

/** As far as it is known: a request that broke off may have none. */
function pathOf(target = ''): string {
  return target.replace(/^[a-z]+:\/\/[^/]*/i, '').split('?', 1)[0] ?? '';
}

function bodyOf(problem: Problem, requestId: string, instance: string, publicUrl: string): string {
  const { code, title, status, detail } = problem;
  return JSON.stringify({
    type: `${publicUrl}/problems/${code}`,
    title,
    status,
    detail,
    instance,
    code,
    request_id: requestId,
  });
}
