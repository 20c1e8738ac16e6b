import { erasureReceipt, userErased } from '@ces/contracts/identity/erasure';
import { listSetAside, mostResent } from '@ces/contracts/webhooks/extra-requests';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { numbered, WebhookWorld } from '../../test/webhook-world.js';

describe('events set aside', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.receiver.answer(204);
    world.later(0);
  });

  const refused = async (path: string, ids: string[], userId?: string): Promise<{ id: string; events: string[] }> => {
    const { id } = await world.register(path);
    world.receiver.answer(413);
    const events = await world.transactions(ids, userId);
    await eventually(async () => {
      expect((await world.details(id)).queue).toMatchObject({ set_aside: ids.length, waiting: 0 });
    });
    world.receiver.answer(204);
    return { id, events };
  };
  const sent = (path: string) =>
    world.receiver.at(path).map(({ events, headers }) => [events.map(({ data }) => data['id']), headers['webhook-id']]);

  it('are listed newest first with their data, in pages', async () => {
    const { id, events } = await refused('/listed', ['l1', 'l2', 'l3']);
    const all = await world.setAside(id);
    expect(all.map(({ event_id }) => event_id)).toEqual([...events].reverse());
    expect(all[0]).toEqual({
      event_id: events[2],
      batch_id: expect.any(String) as string,
      status: 413,
      removed: false,
      name: 'transaction-created',
      data: expect.objectContaining({ id: 'l3' }) as object,
      at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
    });
    const request = { client_id: world.client.id, id };
    const first = await world.call(listSetAside, { ...request, limit: 2 });
    const rest = await world.call(listSetAside, { ...request, limit: 2, cursor: first.next ?? '' });
    expect([...first.items, ...rest.items]).toEqual(all);
    expect(rest.next).toBeNull();
    const wrong = world.call(listSetAside, { ...request, cursor: 'x' });
    await expect(wrong).rejects.toMatchObject({ code: 'parameter-invalid' });
  });

  it('are sent again each alone, oldest first, with the id and bytes that were refused; accepted ones leave the list', async () => {
    const { id, events } = await refused('/again', ['a1', 'a2', 'a3']);
    const aside = (await world.setAside(id)).reverse();
    const before = world.receiver.at('/again').length;
    world.receiver.behaviour = ({ body }, response) => response.writeHead(body.includes('"a2"') ? 422 : 204).end();
    const answers = await world.resendSetAside(id);
    expect(answers.map(({ event_ids, outcome, status }) => [...event_ids, outcome, status])).toEqual([
      [events[0], 'delivered', 204],
      [events[1], 'failed', 422],
      [events[2], 'delivered', 204],
    ]);
    expect(sent('/again').slice(before)).toEqual(['a1', 'a2', 'a3'].map((each, i) => [[each], aside[i]?.batch_id]));
    const alone = world.receiver.at('/again').filter(({ headers }) => headers['webhook-id'] === aside[0]?.batch_id);
    expect(alone).toHaveLength(2);
    expect(new Set(alone.map(({ body }) => body)).size).toBe(1);
    expect(await world.setAside(id)).toMatchObject([{ event_id: events[1] }]);
    expect((await world.details(id)).queue.set_aside).toBe(1);
    const attempts = (await world.attempts(id)).filter(({ batch_id }) => batch_id === aside[0]?.batch_id);
    expect(attempts.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
      ['delivered', 2],
      ['set-aside', 1],
    ]);
    expect(attempts[0]?.request.payload).toMatchObject({ events: [{ data: { id: 'a1' } }] });
  });

  it('are sent again by choice; an id that is not set aside is refused before anything is sent', async () => {
    const { id, events } = await refused('/chosen', ['c1', 'c2']);
    const before = world.receiver.at('/chosen').length;
    const wrong = world.resendSetAside(id, [events[1] ?? '', newId()]);
    await expect(wrong).rejects.toMatchObject({ code: 'set-aside-not-found', status: 404 });
    expect(world.receiver.at('/chosen')).toHaveLength(before);
    expect(await world.resendSetAside(id, [(events[1] ?? '').toUpperCase()])).toMatchObject([
      { event_ids: [events[1]] },
    ]);
    expect(await world.setAside(id)).toMatchObject([{ event_id: events[0] }]);
    for (const choice of [[], ['x'], numbered('', mostResent + 1).map(() => newId())])
      await expect(world.resendSetAside(id, choice)).rejects.toMatchObject({ code: 'validation-failed' });
  });

  it('stay after a request without an answer, which ends the call', async () => {
    const { id, events } = await refused('/silent', ['s1', 's2']);
    world.receiver.behaviour = (_, response) => response.destroy();
    expect(await world.resendSetAside(id)).toMatchObject([
      { event_ids: [events[0]], outcome: 'failed', status: null, error: 'connection-closed' },
    ]);
    expect(await world.setAside(id)).toHaveLength(2);
  });

  it('are shown as removed after the erasure of their user, and not sent again', async () => {
    const user_id = 'q'.repeat(25);
    const { id, events } = await refused('/erased', ['e1'], user_id);
    await world.tell(userErased, [{ user_id }]);
    await eventually(async () => {
      const receipts = await world.sql('SELECT FROM outbox WHERE subject = $1', [erasureReceipt('webhooks').subject]);
      expect(receipts).toHaveLength(1);
    });
    const before = world.receiver.at('/erased').length;
    expect(await world.setAside(id)).toMatchObject([{ event_id: events[0], removed: true, name: null, data: null }]);
    expect(await world.resendSetAside(id)).toEqual([]);
    expect(await world.resendSetAside(id, events)).toEqual([]);
    expect(world.receiver.at('/erased')).toHaveLength(before);
  });

  it('of the previous release get a new batch id', async () => {
    const { id } = await refused('/before', ['b1']);
    await world.sql('UPDATE set_aside SET batch_id = NULL WHERE webhook_id = $1', [id]);
    expect(await world.setAside(id)).toMatchObject([{ batch_id: null }]);
    expect(await world.resendSetAside(id)).toMatchObject([{ outcome: 'delivered' }]);
    expect(await world.setAside(id)).toEqual([]);
  });
});
