import { Problem } from '@ces/contracts/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../gateway.config.js';
import { hasBody, isForm } from './body-kind.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What reads the body sets it, and stops reading when it is called. */
    onLate: ((problem: Problem) => void) | null;
  }
}

/** An upload brings at least so much, on average over each window as long as the patience with a JSON body. */
const slowestUpload = 1_024;

/**
 * Holds for every body, whatever reads it: no encoding but identity (row "Body limits" of the contract: nothing here unpacks
 * bodies), and a deadline.
 */
export function limitBodies(fastify: FastifyInstance, config: GatewayConfig): void {
  const windowMs = config.BODY_SECONDS * 1_000;
  const windows = Math.max(1, Math.round(config.UPLOAD_SECONDS / config.BODY_SECONDS));
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
    const upload = isForm(request) && request.routeOptions.config.multipart === true;
    if (upload) watchUpload(request, reply, windowMs, windows);
    else watchBody(request, reply, windowMs);
    done();
  });
}

function watchBody(request: FastifyRequest, reply: FastifyReply, patienceMs: number): void {
  const timer = setTimeout(() => {
    if (!request.raw.complete) refuse(request, reply, `The body was not complete after ${patienceMs / 1_000} seconds.`);
  }, patienceMs);
  request.raw.on('close', () => {
    clearTimeout(timer);
  });
}

function watchUpload(request: FastifyRequest, reply: FastifyReply, windowMs: number, windows: number): void {
  const { raw } = request;
  let before = raw.socket.bytesRead;
  let passed = 0;
  const timer = setInterval(() => {
    const came = raw.socket.bytesRead - before;
    before = raw.socket.bytesRead;
    passed += 1;
    // What has come and is not read yet is no fault of the caller: a service behind the gateway is slow.
    const starving = raw.readableLength === 0 && came < (slowestUpload * windowMs) / 1_000;
    if (raw.complete) clearInterval(timer);
    else if (passed >= windows) refuse(request, reply, 'The upload took too long.');
    else if (starving) refuse(request, reply, `An upload brings at least ${slowestUpload} bytes a second.`);
  }, windowMs);
  raw.on('close', () => {
    clearInterval(timer);
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, detail: string): void {
  const problem = new Problem('body-too-slow', detail);
  if (request.onLate) request.onLate(problem);
  else if (!reply.sent) void reply.send(problem);
}
