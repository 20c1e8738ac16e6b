import { eventually } from '@ces/testing/eventually';
import fastify, { type FastifyInstance } from 'fastify';
import { RawCaller } from '../../../test/raw-request.js';
import { GatewayConfig } from '../../gateway.config.js';
import { limitBodies } from './body-limits.js';
import { boundUnreadRests } from './unread-rest.js';

describe('the watch over a body', () => {
  let server: FastifyInstance;
  let url: string;

  beforeAll(async () => {
    server = fastify();
    boundUnreadRests(server);
    limitBodies(server, Object.assign(new GatewayConfig(), { BODY_SECONDS: 60 }));
    server.addContentTypeParser('multipart/form-data', (_request, _body, done) => {
      done(null);
    });
    server.post('/', { config: { multipart: true } }, (_request, reply) => reply.code(401).send());
    url = await server.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(() => server.close());

  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

  it.each([
    ['an upload', 'multipart/form-data; boundary=b', 401],
    ['another body', 'application/unknown', 415],
  ])('ends with %s that is refused before it is complete', async (_, type, status) => {
    const before = timers();
    for (let n = 0; n < 5; n += 1) {
      const head = { method: 'POST', path: '/', headers: { 'Content-Type': type } };
      const caller = new RawCaller(url).begin(head, 1_000).write('{');
      await eventually(() => {
        expect(caller.status).toBe(status);
      });
      caller.end();
    }
    await eventually(() => {
      expect(timers()).toBe(before);
    }, 5_000);
  });
});
