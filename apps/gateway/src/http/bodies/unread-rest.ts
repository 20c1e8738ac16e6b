import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody } from './body-kind.js';

/** Byte and time limits for draining an unwanted body. On a connection that stays open the time runs between two chunks. */
const mostBytes = 4 * 1_024 * 1_024;
const usualMs = 10_000;

/**
 * Limits how much of a refused request is still read. Node would read the rest without a limit, or close the connection
 * before a caller who sends everything first reads the answer. A caller who sends no more than the limit keeps the
 * connection.
 */
export function boundUnreadRests(fastify: FastifyInstance, mostMs = usualMs): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (hasBody(request.raw) && !request.raw.complete) discardRest(request, reply, mostMs);
    done();
  });
}

function discardRest({ raw }: FastifyRequest, reply: FastifyReply, mostMs: number): void {
  const { socket } = raw;
  const little = Number(raw.headers['content-length']) <= mostBytes;
  if (!little) void reply.header('Connection', 'close');
  // The caller may ask for the close as well, by a header or by HTTP/1.0.
  const closes = !reply.raw.shouldKeepAlive || reply.getHeader('connection') === 'close';
  // Node calls this after the answer. `end` only stops sending, so the rest is still read.
  if (closes) socket.destroySoon = () => socket.end();
  const timer = setTimeout(() => socket.destroy(), mostMs).unref();
  if (!closes)
    raw.once('end', () => {
      clearTimeout(timer);
    });
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (!closes) timer.refresh();
    if (bytes > mostBytes) socket.destroy();
  });
  raw.resume();
}
