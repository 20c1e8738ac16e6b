import type { ClientWithSecret } from '@ces/contracts/identity/clients';
import { eventually } from '@ces/testing/eventually';
import type { Platform } from '../../../../e2e/platform/platform.js';
import type { ServerResponse } from 'node:http';
import { WebhookWorld } from '../../test/webhook-world.js';

describe('pings', () => {
  let platform: Platform;
  let world: WebhookWorld;
  const held: ServerResponse[] = [];

  beforeAll(async () => {
    world = await WebhookWorld.start();
    ({ platform } = world);
    world.receiver.behaviour = (_, response) => held.push(response);
  }, 60_000);

  afterEach(() => {
    for (const response of held.splice(0)) response.writeHead(200).end();
  });

  afterAll(() => world.stop());

  let keys = 0;
  const ping = (id: string, key = `ping-${(keys += 1)}`, api = platform.api) =>
    api.post(`/api/1/terminal/webhooks/${id}:ping`, undefined, { 'Idempotency-Key': key });
  const register = async (count: number, api = platform.api) => {
    const ids: string[] = [];
    for (let i = 0; i < count; i += 1) ids.push((await world.register('/ping', {}, api)).id);
    return ids;
  };
  const hangs = (count: number) =>
    eventually(() => {
      expect(held).toHaveLength(count);
    });

  it('hold no connection and no transaction while their receiver makes them wait, with an idempotency key too', async () => {
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
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'delivered', answer: { status: 204 } } });
  });

  it('are sent once per idempotency key', async () => {
    const [id = ''] = await register(1);
    const before = world.receiver.at('/ping').length;
    const first = ping(id, 'once');
    await hangs(1);
    held.splice(0)[0]?.writeHead(200).end('hello');
    const { body } = await first;
    const again = await ping(id, 'once');
    expect(again.body).toEqual(body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(world.receiver.at('/ping')).toHaveLength(before + 1);
  });

  it('go one at a time to each webhook, and four at a time for each client; others are refused and can try again', async () => {
    const ids = await register(5);
    const last = ids.pop() ?? '';
    const pings = [ping(ids[0] ?? '')];
    await hangs(1);
    const busy = { status: 429, body: { code: 'rate-limited' } };
    const refused = await ping(ids[0] ?? '', 'tried-again');
    expect(refused).toMatchObject(busy);
    expect(refused.headers.get('retry-after')).toBe('1');
    pings.push(...ids.slice(1).map((id) => ping(id)));
    await hangs(4);
    expect(await ping(last)).toMatchObject(busy);
    const created = await platform.api.post('/api/1/admin/clients', { name: 'Other', scopes: ['webhooks'] });
    const other = await platform.api.as(created.body as ClientWithSecret);
    const [theirs = ''] = await register(1, other);
    pings.push(ping(theirs, 'theirs', other));
    await hangs(5);
    for (const response of held.splice(0)) response.writeHead(200).end();
    expect((await Promise.all(pings)).map(({ status }) => status)).toEqual(Array(5).fill(200));
    const later = ping(ids[0] ?? '', 'tried-again');
    await hangs(1);
    held.splice(0)[0]?.writeHead(200).end();
    expect((await later).status).toBe(200);
  });
});
