import type { Recorder, SpanEnd } from '@ces/messaging/tracing/span';
import { Tracing } from '@ces/messaging/tracing/tracing';
import { eventually } from '@ces/testing/eventually';
import { fastify, type FastifyInstance } from 'fastify';
import { RawCaller } from '../../../test/raw-request.js';
import { proxiesIn } from './proxy-networks.js';
import { traceRequests } from './trace-requests.js';

const id = '0af7651916cd43dd8448eb211c80319c';
const own = 'b7ad6b7169203331';
const traced = (flags: string): string => `00-${id}-00f067aa0ba902b7-${flags}`;

describe('the span of a request', () => {
  let server: FastifyInstance;
  let begun: (string | undefined)[];
  let ends: SpanEnd[];

  /** Keeps what the collector would be told. */
  const recorder = (): Recorder => {
    const span = { traceparent: `00-${id}-${own}-01`, end: (end: SpanEnd) => void ends.push(end) };
    const start = (_kind: string, _name: string, parent: string | undefined) => {
      begun.push(parent);
      return span;
    };
    return { start, startLinked: () => span, close: () => Promise.resolve() };
  };

  /** Answers with the trace that it would pass on. `/pending` never answers. */
  const startWith = (share: number): void => {
    [begun, ends] = [[], []];
    const isProxy = proxiesIn(['10.0.0.0/8']);
    server = fastify({ trustProxy: isProxy });
    server.addHook('onRequest', (request, _reply, done) => {
      const { traceparent } = request.headers;
      request.call = { requestId: 'a', ...(typeof traceparent === 'string' ? { traceparent } : {}) };
      done();
    });
    traceRequests(server, new Tracing(recorder(), share), isProxy);
    server.get('/', (request) => ({ passed: request.call.traceparent }));
    server.get('/pending', () => new Promise(() => undefined));
  };

  afterEach(() => server.close());

  /** The trace that is passed on for a request from this address, perhaps over a proxy. */
  const passedOn = async (remoteAddress: string, flags: string, forwardedFor?: string): Promise<unknown> => {
    const headers = { traceparent: traced(flags), ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}) };
    return (await server.inject({ url: '/', remoteAddress, headers })).json<{ passed: unknown }>().passed;
  };

  it('is made for our share of the traces of strangers, whatever their flag says', async () => {
    startWith(0);
    expect(await passedOn('203.0.113.9', '01')).toBe(traced('00'));
    expect(await passedOn('10.0.0.1', '01', '203.0.113.9')).toBe(traced('00'));
    expect(await passedOn('10.0.0.1', '01', '10.9.9.9, 203.0.113.9')).toBe(traced('00'));
    expect(begun).toEqual([]);
    startWith(1);
    expect(await passedOn('10.0.0.1', '00', '203.0.113.9')).toBe(`00-${id}-${own}-01`);
    expect(begun).toEqual([traced('01')]);
  });

  it('is made if a caller in a network of TRUST_PROXY samples its trace, and not if it does not', async () => {
    startWith(0);
    expect(await passedOn('10.0.0.1', '01')).toBe(`00-${id}-${own}-01`);
    expect(begun).toEqual([traced('01')]);
    startWith(1);
    expect(await passedOn('10.0.0.1', '00', '10.2.3.4')).toBe(traced('00'));
    expect(begun).toEqual([]);
  });

  it('ends once, with the status, or as aborted when the caller goes away', async () => {
    startWith(1);
    await server.inject({ url: '/' });
    expect(ends).toEqual([
      { attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200 }, error: undefined },
    ]);
    const caller = new RawCaller(await server.listen({ host: '127.0.0.1', port: 0 }));
    caller.begin({ method: 'GET', path: '/pending' }, 0);
    await eventually(() => {
      expect(begun).toHaveLength(2);
    });
    caller.end();
    await eventually(() => {
      expect(ends.slice(1)).toEqual([{ attributes: { 'http.request.method': 'GET' }, error: 'aborted' }]);
    });
  });
});
