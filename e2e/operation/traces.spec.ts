import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import type { Webhook } from '@ces/contracts/webhooks/webhooks';
import { JsonLogger } from '@ces/service/logging/logger';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { randomBytes } from 'node:crypto';
import { Receiver, type Received } from '../../apps/webhooks/test/receiver.js';
import { CampaignWorld } from '../platform/campaign-world.js';
import { Collector, type CollectedSpan } from '../platform/collector.js';
import { Platform } from '../platform/platform.js';

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const traceIn = (traceparent: unknown): string => String(traceparent).slice(3, 35);
const spanIn = (traceparent: unknown): string => String(traceparent).slice(36, 52);

const route = 'POST /api/1/terminal/{user_id}/events/{event_name}';
const fromRequestToPost = [
  `gateway server ${route}`,
  'gateway client events.submit',
  'events server events.submit',
  'events producer send event-log.accepted',
  'campaigns consumer process event-log.accepted',
  'campaigns producer send campaigns.transaction-created',
  'webhooks consumer process campaigns.transaction-created',
  'webhooks client POST',
];

describe('traces', () => {
  let platform: Platform;
  let collector: Collector;
  let receiver: Receiver;
  let user: string;
  let event: string;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    collector = await Collector.start();
    receiver = await Receiver.start();
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '1',
      TRUST_PROXY: '127.0.0.0/8',
      ACCESS_LOG_SHARE: '1',
    };
    platform = await Platform.start(settings, 1, 'cards', 'segments', 'campaigns', 'webhooks');
    const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
    platform.gateways[0]?.useLogger(new JsonLogger('gateway', 'info', { write }));
    const world = new CampaignWorld(platform);
    [user, event] = [await world.newUser(), await world.newEvent()];
    const stack = await world.newStack();
    const effects = [{ type: 'transaction', stack_id: stack.id, value: 'event.amount' }];
    await world.run({ trigger: { event_name: event }, effects });
  }, 90_000);

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await collector.stop();
  });

  const subscribe = async (path: string): Promise<string> => {
    const subscription = { events: ['transaction-created'], url: `${receiver.url}${path}` };
    const answer = await platform.api.post('/api/1/terminal/webhooks', subscription);
    expect(answer.status).toBe(201);
    return (answer.body as Webhook).id;
  };
  const send = async (headers: Record<string, string> = {}) => {
    const answer = await platform.api.post(`/api/1/terminal/${user}/events/${event}`, { amount: 1 }, headers);
    expect(answer.status).toBe(202);
    return answer;
  };
  const arrival = (path: string): Promise<Received> =>
    eventually(() => {
      const [post] = receiver.at(path);
      if (!post) throw new Error('no POST came');
      return post;
    }, 20_000);
  /** The span of which the receiver was told. */
  const spanOf = ({ headers }: Received): Promise<CollectedSpan> =>
    eventually(() => {
      const { traceparent } = headers;
      const span = collector.spansOf(traceIn(traceparent)).find(({ spanId }) => spanId === spanIn(traceparent));
      if (!span) throw new Error('the span of the POST has not come');
      return span;
    }, 20_000);

  it('lead in one tree from the request over NATS, log, judging and outbox to the POST of the webhook', async () => {
    await subscribe('/tree/hook-with-secret');
    const answer = await send();
    const post = await arrival('/tree/hook-with-secret');
    const last = await spanOf(post);
    await eventually(() => {
      expect(collector.pathTo(last)).toEqual(fromRequestToPost);
      const spans = collector.spansOf(last.traceId);
      const ids = spans.map(({ spanId }) => spanId);
      expect(spans.filter(({ parentSpanId }) => !ids.includes(parentSpanId ?? ''))).toHaveLength(1);
      expect(spans.filter(({ status }) => status.code === 2)).toEqual([]);
    });
    expect(last.attributes).toEqual(
      expect.arrayContaining([
        { key: 'server.address', value: { stringValue: '127.0.0.1' } },
        { key: 'http.response.status_code', value: { intValue: 204 } },
      ]),
    );
    const requestId = answer.headers.get('x-request-id');
    const line = lines.find((each) => each['request_id'] === requestId);
    expect(line).toMatchObject({ context: 'Access', route, status: 202, client_id: platform.credentials.id });
    expect(line).toMatchObject({ trace_id: last.traceId, ms: expect.any(Number) as number });
  });

  it('continue the trace of the caller, if a caller that may decide samples it', async () => {
    await subscribe('/continued');
    const caller = `00-${hex(16)}-${hex(8)}-01`;
    await send({ traceparent: caller });
    const last = await spanOf(await arrival('/continued'));
    expect(last.traceId).toBe(traceIn(caller));
    await eventually(() => {
      expect(collector.pathTo(last)).toEqual(fromRequestToPost);
    });
    const first = collector.spansOf(last.traceId).find(({ name }) => name === route);
    expect(first?.parentSpanId).toBe(spanIn(caller));
  });

  it('lead through a call to the service that answers it', async () => {
    const id = await subscribe('/ping');
    const caller = `00-${hex(16)}-${hex(8)}-01`;
    const ping = await platform.api.post(`/api/1/terminal/webhooks/${id}:ping`, undefined, { traceparent: caller });
    expect(ping.status).toBe(200);
    const last = await spanOf(await arrival('/ping'));
    expect(last.traceId).toBe(traceIn(caller));
    await eventually(() => {
      expect(collector.pathTo(last)).toEqual([
        'gateway server POST /api/1/terminal/webhooks/{webhook_id}:ping',
        'gateway client webhooks.ping',
        'webhooks server webhooks.ping',
        'webhooks client POST',
      ]);
    });
  });

  it('are passed on and not recorded if a caller that may decide does not sample them', async () => {
    await subscribe('/unsampled');
    const caller = `00-${hex(16)}-${hex(8)}-00`;
    await send({ traceparent: caller });
    expect((await arrival('/unsampled')).headers['traceparent']).toBe(caller);
    // A later request whose spans have come shows that those of the earlier one would have come, too.
    await subscribe('/sampled');
    await send();
    await spanOf(await arrival('/sampled'));
    expect(collector.spansOf(traceIn(caller))).toEqual([]);
  });

  it('of several requests are linked by the POST that they share, which has a trace of its own', async () => {
    await subscribe('/linked');
    const callers = [1, 2].map(() => `00-${hex(16)}-${hex(8)}-01`);
    const payload = { stack_id: 'points', block_id: 'base', user_id: user, value: 1 };
    const payloads = callers.map((_, index) => ({ ...payload, id: `linked-${index}` }));
    await tellFacts(platform.messaging.nats, transactionCreated, payloads, undefined, callers);
    const post = await arrival('/linked');
    expect(post.events).toHaveLength(2);
    const span = await spanOf(post);
    expect([span.parentSpanId ?? '', callers.map(traceIn).includes(span.traceId)]).toEqual(['', false]);
    const consumers = await eventually(() => {
      const found = callers.map((caller) => collector.spansOf(traceIn(caller)).find(({ kind }) => kind === 5));
      expect(found.map((each) => each?.parentSpanId)).toEqual(callers.map(spanIn));
      return found;
    });
    const links = span.links?.map(({ traceId, spanId }) => ({ traceId, spanId }));
    expect(links).toEqual(consumers.map((each) => ({ traceId: each?.traceId, spanId: each?.spanId })));
  });

  it('hold no path, query, user or token, and the access log neither', async () => {
    expect((await platform.api.get(`/api/1/terminal/${user}/events?limit=7`)).status).toBe(200);
    await eventually(() => {
      expect(collector.received).toContain('GET /api/1/terminal/{user_id}/events');
      expect(JSON.stringify(lines)).toContain('GET /api/1/terminal/{user_id}/events');
    });
    for (const secret of [user, event, 'hook-with-secret', 'limit=7', platform.api.bearer])
      expect([secret, collector.received.includes(secret), JSON.stringify(lines).includes(secret)]).toEqual([
        secret,
        false,
        false,
      ]);
  });
});
