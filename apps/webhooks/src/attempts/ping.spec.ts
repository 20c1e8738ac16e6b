import { webhookExamples } from '@ces/contracts/webhooks/webhook-examples';
import { pingWebhook } from '@ces/contracts/webhooks/webhooks';
import { inCall, type CallContext } from '@ces/messaging/calls/call-context';
import { eventually } from '@ces/testing/eventually';
import type { ServerResponse } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { WebhookWorld } from '../../test/webhook-world.js';

describe('pings', () => {
  let world: WebhookWorld;
  const held: ServerResponse[] = [];

  beforeAll(async () => {
    world = await WebhookWorld.start();
    world.receiver.behaviour = (_, response) => held.push(response);
  });

  afterEach(() => {
    for (const response of held.splice(0)) response.writeHead(200).end();
  });

  afterAll(() => world.stop());

  let keys = 0;
  const ping = (id: string, key = `ping-${(keys += 1)}`, clientId = world.client.id) => world.ping(id, key, clientId);
  const register = async (count: number, clientId = world.client.id) => {
    const ids: string[] = [];
    for (let i = 0; i < count; i += 1) ids.push((await world.register('/ping', {}, clientId)).id);
    return ids;
  };
  const hangs = (count: number) =>
    eventually(() => {
      expect(held).toHaveLength(count);
    });

  it('hold no connection and no transaction while they wait for their receiver, even with an idempotency key', async () => {
    const ids = await register(4);
    const pings = ids.map((id) => ping(id));
    await hangs(4);
    await eventually(async () => {
      const open = await world.sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
      );
      expect(open).toEqual([]);
    });
    for (const response of held.splice(0)) response.writeHead(204).end();
    for (const answer of await Promise.all(pings))
      expect(answer).toMatchObject({ outcome: 'delivered', answer: { status: 204 } });
  });

  it('are sent once per idempotency key', async () => {
    const [id = ''] = await register(1);
    const before = world.receiver.at('/ping').length;
    const first = ping(id, 'once');
    await hangs(1);
    held.splice(0)[0]?.writeHead(200).end('hello');
    const answer = await first;
    const request = { client_id: world.client.id, id };
    const idempotency = { scope: pingWebhook.subject, key: 'once', hash: JSON.stringify(request) };
    const context: CallContext = { requestId: 'again', idempotency };
    expect(await inCall(context, () => world.service.bus.call(pingWebhook, request))).toEqual(answer);
    expect(context.replayed).toBe(true);
    expect(world.receiver.at('/ping')).toHaveLength(before + 1);
  });

  it('that are repeated with their key while they are under way are 409, others of the webhook 429', async () => {
    const [id = '', other = ''] = await register(2);
    const first = ping(id, 'repeated');
    await hangs(1);
    const running = { code: 'idempotency-in-progress', status: 409, extras: { retry_after: 1 } };
    await expect(ping(id, 'repeated')).rejects.toMatchObject(running);
    await expect(ping(id, 'else')).rejects.toMatchObject({ code: 'rate-limited', status: 429 });
    held.splice(0)[0]?.writeHead(200).end('first');
    const answer = await first;
    expect(await ping(id, 'repeated')).toEqual(answer);
    const again = ping(other, 'repeated in vain');
    await hangs(1);
    held.splice(0)[0]?.destroy();
    expect(await again).toMatchObject({ outcome: 'failed' });
    expect(
      (await Promise.all([1, 2, 3].map(() => ping(other, 'repeated in vain')))).map((each) => each.outcome),
    ).toEqual(Array(3).fill('failed'));
  });

  it('with an example of an event are tests: signed, with an event id, and no part of the queue', async () => {
    const [id = ''] = await register(1);
    const before = world.receiver.at('/ping').length;
    const test = world.test(id, 'coupon-stock-low');
    await hangs(1);
    await expect(ping(id)).rejects.toMatchObject({ code: 'rate-limited' });
    held.splice(0)[0]?.writeHead(202).end('seen');
    const payload = { events: [{ name: 'coupon-stock-low', data: webhookExamples['coupon-stock-low'] }] };
    expect(await test).toMatchObject({
      outcome: 'delivered',
      answer: { status: 202, body: 'seen' },
      request: { events: 1, payload, removed: [] },
    });
    const [request] = world.receiver.at('/ping').slice(before);
    const verifier = new Verifier(await world.secretOf(id));
    expect(verifier.verify(request?.body ?? '', request?.headers as Record<string, string>)).toEqual(payload);
    expect(request?.headers['x-service-event-ids']).toMatch(/^[0-9a-f-]{36}$/);
    expect(await world.attempts(id)).toEqual([]);
    expect((await world.details(id)).queue).toMatchObject({ waiting: 0, failures: 0 });
  });

  it('are sent one at a time per webhook and four at a time per client; others are refused and can try again', async () => {
    const ids = await register(5);
    const last = ids.pop() ?? '';
    const pings = [ping(ids[0] ?? '')];
    await hangs(1);
    const busy = { code: 'rate-limited', status: 429, extras: { retry_after: 1 } };
    await expect(ping(ids[0] ?? '', 'tried-again')).rejects.toMatchObject(busy);
    pings.push(...ids.slice(1).map((id) => ping(id)));
    await hangs(4);
    await expect(ping(last)).rejects.toMatchObject(busy);
    const { id: other } = world.identity.addClient();
    const [theirs = ''] = await register(1, other);
    pings.push(ping(theirs, 'theirs', other));
    await hangs(5);
    for (const response of held.splice(0)) response.writeHead(200).end();
    expect((await Promise.all(pings)).map(({ answer }) => answer?.status)).toEqual(Array(5).fill(200));
    const later = ping(ids[0] ?? '', 'tried-again');
    await hangs(1);
    held.splice(0)[0]?.writeHead(200).end();
    expect((await later).answer?.status).toBe(200);
  });
});
