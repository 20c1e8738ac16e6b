import { eventually } from '@ces/testing/eventually';
import fastify, { type FastifyInstance } from 'fastify';
import { createHook } from 'node:async_hooks';
import { RawCaller } from '../../../test/raw-request.js';
import { GatewayConfig } from '../../gateway.config.js';
import { limitBodies } from './body-limits.js';
import { boundUnreadRests } from './unread-rest.js';

/** A length that no other timer of this process has: specs before this one may have left timers behind. */
const seconds = 61.7;

describe('the watch over a body', () => {
  const begun = new Set<number>();
  const running = new Set<number>();
  const hook = createHook({
    init(id, type, _, resource) {
      if (type !== 'Timeout' || !('_idleTimeout' in resource) || resource._idleTimeout !== seconds * 1_000) return;
      begun.add(id);
      running.add(id);
    },
    destroy(id) {
      running.delete(id);
    },
  });
  let server: FastifyInstance;
  let url: string;

  beforeAll(async () => {
    hook.enable();
    server = fastify();
    boundUnreadRests(server);
    limitBodies(server, Object.assign(new GatewayConfig(), { BODY_SECONDS: seconds }));
    server.addContentTypeParser('multipart/form-data', (_request, _body, done) => {
      done(null);
    });
    server.post('/', { config: { multipart: true } }, (_request, reply) => reply.code(401).send());
    url = await server.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(async () => {
    hook.disable();
    await server.close();
  });

  it.each([
    ['an upload', 'multipart/form-data; boundary=b', 401],
    ['another body', 'application/unknown', 415],
  ])('ends with %s that is refused before it is complete', async (_, type, status) => {
    begun.clear();
    for (let n = 1; n <= 5; n += 1) {
      const head = { method: 'POST', path: '/', headers: { 'Content-Type': type } };
      const caller = new RawCaller(url).begin(head, 1_000).write('{');
      await eventually(() => {
        expect(caller.status).toBe(status);
      });
      expect(begun.size).toBe(n);
      caller.end();
      await eventually(() => {
        expect(running.size).toBe(0);
      });
    }
  });
});
