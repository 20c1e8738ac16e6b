import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody } from './body-kind.js';

/** So much of a body that nobody wants is read, and for so long: in all where the connection ends, else between two chunks. */
const mostBytes = 4 * 1_024 * 1_024;
const usualMs = 10_000;

/**
 * A refusal goes out while its request is still coming in. Node would then read on for ever, or, where the connection is to
 * be closed, break it under a caller who reads the answer only when all is sent. Here a bounded rest is read and thrown
 * away: a caller who sends no more than that keeps the connection, too.
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
  // A caller may want that as well: by a header, or by speaking HTTP/1.0.
  const closes = !reply.raw.shouldKeepAlive || reply.getHeader('connection') === 'close';
  // Node calls it after the answer. To end is to send no more; what comes in would still be read.
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
