import * as contract from '@ces/contracts/webhooks/listeners';
import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { createHmac } from 'node:crypto';
import { Webhook as Verifier } from 'standardwebhooks';
import { numbered, WebhookWorld } from '../../test/webhook-world.js';
import { ListenerDeliveries } from './listener-deliveries.service.js';

const hour = 3_600_000;

describe('a listener', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.later(0);
  });

  const make = (events: WebhookEventName[] = ['transaction-created'], client_id = world.client.id) =>
    world.call(contract.createListener, { client_id, events });
  const read = (id: string, after?: string, wait_ms = 0, client_id = world.client.id) =>
    world.call(contract.readListener, { client_id, id, wait_ms, ...(after === undefined ? {} : { after }) });
  const remove = (id: string) => world.call(contract.deleteListener, { client_id: world.client.id, id });
  const idsIn = ({ delivery }: contract.ListenerPage): unknown[] =>
    (JSON.parse(delivery?.body ?? '{"events":[]}') as { events: { data: { id: string } }[] }).events.map(
      ({ data }) => data.id,
    );
  const logged = (id: string, count: number) =>
    eventually(async () => {
      const found = await read(id);
      expect(idsIn(found)).toHaveLength(count);
      return found;
    });

  it('gets what a webhook would get, from its beginning, though no webhook subscribes', async () => {
    const { id, secret } = await make();
    await world.transactions(['one', 'two']);
    const { delivery } = await logged(id, 2);
    const { headers, body } = delivery ?? { headers: {}, body: '' };
    expect(new Verifier(secret).verify(body, headers)).toMatchObject({
      events: [{ name: 'transaction-created', data: { id: 'one' } }, { data: { id: 'two' } }],
    });
    expect(Object.keys(headers).sort()).toEqual(
      [
        ...['Content-Type', 'User-Agent', 'X-Service-Client-ID', 'X-Service-Event-Ids', 'X-Service-Signature'],
        ...['traceparent', 'webhook-id', 'webhook-signature', 'webhook-timestamp'],
      ].sort(),
    );
    expect(headers['X-Service-Signature']).toBe(createHmac('sha256', world.client.secret).update(body).digest('hex'));
    await remove(id);
  });

  it('goes on after a position, and gives the same deliveries with the same ids to whoever asks again', async () => {
    const { id } = await make();
    await world.transactions(numbered('set', 150));
    await eventually(async () => {
      const first = await read(id);
      expect([...idsIn(first), ...idsIn(await read(id, first.position))]).toEqual(numbered('set', 150));
    });
    const other = await world.service.replica();
    const pages = await Promise.all([read(id), read(id), read(id)]);
    await world.service.stopReplica(other);
    expect(new Set(pages.map(({ delivery }) => delivery?.headers['webhook-id'])).size).toBe(1);
    expect(idsIn(pages[0])).toHaveLength(100);
    const rest = await read(id, pages[0].position);
    expect(await read(id, rest.position)).toMatchObject({ delivery: null });
    // A position of another installation is no reason to skip what comes.
    const lost = await read(id, '9999999999999999');
    expect(Number(lost.position)).toBeLessThan(9_999_999_999_999_999);
    await remove(id);
  });

  it('answers a waiting reader as soon as there is something', async () => {
    const { id } = await make(['transaction-created', 'user-deleted']);
    const waiting = read(id, undefined, 9_000);
    await world.transactions(['awaited']);
    const began = performance.now();
    expect(idsIn(await waiting)).toEqual(['awaited']);
    expect(performance.now() - began).toBeLessThan(8_000);
    await remove(id);
  });

  it('sends a waiting reader elsewhere when its replica ends', async () => {
    const { id } = await make();
    const other = await world.service.replica();
    const request = { client_id: world.client.id, id, wait_ms: 10_000 };
    const deliveries = other.get(ListenerDeliveries);
    const waiting = expect(deliveries.next(request)).rejects.toMatchObject({ status: 503 });
    deliveries.onModuleDestroy();
    await waiting;
    await world.service.stopReplica(other);
    await remove(id);
  });

  it('belongs to its client, and is gone with it', async () => {
    const other = world.identity.addClient();
    const { id } = await make(['user-deleted'], other.id);
    await expect(read(id)).rejects.toMatchObject({ code: 'listener-not-found' });
    await expect(remove(id)).rejects.toMatchObject({ code: 'listener-not-found' });
    await world.deleteClient(other.id);
    await eventually(async () => {
      await expect(read(id, undefined, 0, other.id)).rejects.toMatchObject({ code: 'listener-not-found' });
    });
  });

  it('is gone an hour after its last reader', async () => {
    const { id } = await make(['segment-processed']);
    world.later(hour - 1_000);
    await read(id);
    world.later(2 * hour - 2_000);
    await read(id);
    world.later(3 * hour);
    await expect(read(id)).rejects.toMatchObject({ code: 'listener-not-found' });
    await world.app.get(Chores).runNow('delete-unread-listeners');
    expect(await world.sql('SELECT FROM listener')).toEqual([]);
  });

  it('is refused beyond twenty, however many are made at once', async () => {
    const other = world.identity.addClient();
    const made = await Promise.allSettled(Array.from({ length: 24 }, () => make(['user-deleted'], other.id)));
    const refused = made.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toHaveLength(4);
    expect(refused[0]).toMatchObject({ code: 'too-many-listeners' });
    world.later(2 * hour);
    await make(['user-deleted'], other.id);
  });
});
