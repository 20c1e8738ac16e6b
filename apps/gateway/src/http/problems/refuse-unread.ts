import { newId } from '@ces/messaging/storage/ids';
import { Problem } from '@ces/contracts/problems';
import { originForm } from '@ces/service/http/origin-form';
import type { FastifyInstance } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { securityHeaders, strictPolicy } from '../routing/security-headers.js';
import { documentOf, pathOf } from './problem-document.js';

/** Time for a caller to read a refusal and to close the connection. */
const closingMs = 1_000;

/** An error of reading a request: it is not HTTP, or it did not arrive in time. */
type Unread = Error & { code?: string; rawPacket?: unknown };

export function refuseUnread(error: Unread, socket: Socket, publicUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 20_000) : '';
  const [, target = ''] = /^[A-Z]{1,20} (\S+) HTTP\//.exec(packet) ?? [];
  endWith(refusalOf(error), socket, pathOf(originForm(target)), securityHeaders(publicUrl), publicUrl);
}

/** Refuses CONNECT, which asks for a tunnel. Node gives it to no route, and would close the connection without an answer. */
export function refuseTunnels({ server }: FastifyInstance, publicUrl: string): void {
  const headers = { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS', ...securityHeaders(publicUrl) };
  server.on('connect', ({ url = '' }, socket) => {
    // Node no longer listens to this socket, and an error without a listener would end the process.
    socket.on('error', () => socket.destroy()).resume();
    endWith(new Problem('method-not-allowed', 'This is no proxy.'), socket, url, headers, publicUrl);
  });
}

/** Writes a whole answer, because there is no reply for such a request. */
function endWith(
  problem: Problem,
  socket: Duplex,
  instance: string,
  headers: Record<string, string>,
  publicUrl: string,
): void {
  const requestId = newId();
  const body = JSON.stringify(documentOf(problem, instance, requestId, publicUrl));
  const all = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Language': 'en-GB',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...headers,
    ...strictPolicy,
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  destroySoon(socket);
}

function refusalOf({ code }: Unread): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large', 'The headers may have 16 KiB together.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('body-too-slow', 'The request was not complete in time.');
    default:
      return new Problem('request-malformed', 'This is not a request after HTTP/1.1.');
  }
}

/** Node allows half-open connections: without this, one that its caller never closes would stay. */
export function destroySoon(socket: Duplex): void {
  setTimeout(() => socket.destroy(), closingMs).unref();
}
