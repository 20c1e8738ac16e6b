import { newId } from '@ces/messaging/ids';
import { Problem } from '@ces/contracts/problems';
import type { FastifyReply } from 'fastify';
import type { Socket } from 'node:net';
import { strictTransport } from './strict-transport.js';

/** What Fastify refuses before any route or hook has seen it: a path that cannot be decoded. */
export function refuseEarly(error: Error, reply: FastifyReply, publicUrl: string): void {
  const requestId = newId();
  const problem = new Problem('parameter-invalid', error.message.slice(0, 200));
  void reply
    .status(problem.status)
    .headers({ 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' })
    .headers(strictTransport(publicUrl))
    .header('Content-Type', 'application/problem+json; charset=utf-8')
    .send(bodyOf(problem, requestId, publicUrl));
}

/** What Node could not even read as HTTP. */
export function refuseUnread(error: Error & { code?: string }, socket: Socket, publicUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const requestId = newId();
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const problem = tooLarge
    ? new Problem('headers-too-large', 'The headers may have 16 KiB together.')
    : new Problem('request-malformed', 'This is not a request after HTTP/1.1.');
  const body = bodyOf(problem, requestId, publicUrl);
  const headers = Object.entries(strictTransport(publicUrl)).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      headers.join('') +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function bodyOf(problem: Problem, requestId: string, publicUrl: string): string {
  const { code, title, status, detail } = problem;
  return JSON.stringify({
    type: `${publicUrl}/problems/${code}`,
    title,
    status,
    detail,
    instance: '',
    code,
    request_id: requestId,
  });
}
