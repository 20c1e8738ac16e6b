import { Problem } from '@ces/contracts/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../gateway.config.js';
import { atEnd, configOf } from '../routing/time-requests.js';
import { hasBody, isForm } from './body-kind.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The upload may take IMPORT_SECONDS. */
    longUpload?: boolean;
  }
  interface FastifyRequest {
    /** Set by the code that reads the body: it stops reading and refuses the request. */
    onLate: ((problem: Problem) => void) | null;
  }
}

/** Bytes a second that an upload must bring on average over each window of BODY_SECONDS. */
const slowestUpload = 1_024;

/**
 * Applies to every body of every route: it needs a deadline, and must not be compressed (row "Body limits" of the contract),
 * because the gateway does not decompress bodies.
 */
export function limitBodies(fastify: FastifyInstance, config: GatewayConfig): void {
  const windowMs = config.BODY_SECONDS * 1_000;
  const windowsIn = (seconds: number): number => Math.max(1, Math.round(seconds / config.BODY_SECONDS));
  fastify.decorateRequest('onLate', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request.raw)) {
      done();
      return;
    }
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      done(new Problem('media-type-unsupported', 'Send the body without a Content-Encoding.'));
      return;
    }
    const { multipart, longUpload } = configOf(request);
    const seconds = longUpload === true ? config.IMPORT_SECONDS : config.UPLOAD_SECONDS;
    if (isForm(request) && multipart === true) watchUpload(request, reply, windowMs, windowsIn(seconds));
    else watchBody(request, reply, windowMs);
    done();
  });
}

function watchBody(request: FastifyRequest, reply: FastifyReply, patienceMs: number): void {
  const timer = setTimeout(() => {
    if (isAwaited(request)) refuse(request, reply, `The body was not complete after ${patienceMs / 1_000} seconds.`);
  }, patienceMs);
  atEnd(reply, () => {
    clearTimeout(timer);
  });
}

function watchUpload(request: FastifyRequest, reply: FastifyReply, windowMs: number, windows: number): void {
  const { raw } = request;
  let before = raw.socket.bytesRead;
  let passed = 0;
  const timer = setInterval(() => {
    const received = raw.socket.bytesRead - before;
    before = raw.socket.bytesRead;
    passed += 1;
    // Received bytes that nothing has read yet mean that a service behind the gateway is slow, not the caller.
    const starving = raw.readableLength === 0 && received < (slowestUpload * windowMs) / 1_000;
    if (!isAwaited(request)) clearInterval(timer);
    else if (passed >= windows) refuse(request, reply, 'The upload took too long.');
    else if (starving) refuse(request, reply, `An upload brings at least ${slowestUpload} bytes a second.`);
  }, windowMs);
  atEnd(reply, () => {
    clearInterval(timer);
  });
}

function isAwaited({ raw }: FastifyRequest): boolean {
  return !raw.complete && !raw.destroyed;
}

function refuse(request: FastifyRequest, reply: FastifyReply, detail: string): void {
  const problem = new Problem('body-too-slow', detail);
  if (request.onLate) request.onLate(problem);
  else if (!reply.sent) void reply.send(problem);
}
