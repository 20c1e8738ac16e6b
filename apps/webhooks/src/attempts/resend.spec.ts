import { surveyAnswerSubmitted } from '@ces/contracts/campaigns/campaigns';
import { erasureReceipt, userErased } from '@ces/contracts/identity/erasure';
import { resendBatch } from '@ces/contracts/webhooks/extra-requests';
import type { WebhookAttempt } from '@ces/contracts/webhooks/webhook-attempts';
import { newId } from '@ces/messaging/storage/ids';
import { dump } from '@ces/testing/servers/dump';
import { eventually } from '@ces/testing/eventually';
import { Webhook as Verifier } from 'standardwebhooks';
import { WebhookWorld } from '../../test/webhook-world.js';

describe('the resend of a batch', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.receiver.answer(204);
    world.later(0);
  });

  const user = (letter: string) => letter.repeat(25);
  const delivered = async (path: string, ids: string[], userId?: string): Promise<[id: string, WebhookAttempt]> => {
    const { id } = await world.register(path);
    await world.transactions(ids, userId);
    const attempt = await eventually(async () => {
      const [first] = await world.attempts(id);
      if (!first) throw new Error('no attempt yet');
      return first;
    });
    expect(attempt.request.events).toBe(ids.length);
    return [id, attempt];
  };
  const erase = async (userId: string): Promise<void> => {
    await world.tell(userErased, [{ user_id: userId }]);
    await eventually(async () => {
      const receipts = await world.sql(`SELECT FROM outbox WHERE subject = $1 AND payload::json->>'user_id' = $2`, [
        erasureReceipt('webhooks').subject,
        userId,
      ]);
      expect(receipts).toHaveLength(1);
    });
  };

  it('has the same id, bytes and event ids, verifies, and stands among the attempts with the answer', async () => {
    const [id, first] = await delivered('/again', ['a1', 'a2']);
    world.receiver.behaviour = (_, response) => response.writeHead(202).end('thanks');
    const resent = await world.resend(id, first.batch_id);
    expect(resent).toMatchObject({
      batch_id: first.batch_id,
      removed: [],
      outcome: 'delivered',
      status: 202,
      error: null,
    });
    const [one, two] = world.receiver.at('/again');
    if (!one || !two) throw new Error('there were not two requests');
    expect(two.body).toBe(one.body);
    expect(two.headers['webhook-id']).toBe(one.headers['webhook-id']);
    expect(two.headers['x-service-event-ids']).toBe(resent.event_ids.join(','));
    expect(two.headers['x-service-event-ids']).toBe(one.headers['x-service-event-ids']);
    const verifier = new Verifier(await world.secretOf(id));
    expect(verifier.verify(two.body, two.headers as Record<string, string>)).toEqual(JSON.parse(one.body));
    const [newest] = await world.attempts(id);
    expect(newest).toMatchObject({
      id: resent.id,
      batch_id: first.batch_id,
      attempt: 2,
      outcome: 'delivered',
      answer: { status: 202, body: 'thanks' },
      request: { payload: JSON.parse(one.body) as object, events: 2, removed: [] },
    });
  });

  it('is one try that leaves the queue as it is, even if the webhook waits for a retry or is disabled', async () => {
    const { id } = await world.register('/waits');
    world.receiver.answer(500);
    await world.transactions(['w1']);
    const before = await eventually(async () => {
      const { queue } = await world.details(id);
      expect(queue.failures).toBe(1);
      return queue;
    });
    const [{ batch_id } = { batch_id: '' }] = await world.attempts(id);
    expect(await world.resend(id, batch_id)).toMatchObject({ outcome: 'failed', status: 500 });
    world.receiver.answer(410);
    expect(await world.resend(id, batch_id)).toMatchObject({ outcome: 'failed', status: 410 });
    world.receiver.answer(204);
    expect(await world.resend(id, batch_id)).toMatchObject({ outcome: 'delivered', batch_id });
    expect((await world.details(id)).queue).toEqual(before);
    await world.disable(id);
    expect(await world.resend(id, batch_id)).toMatchObject({ outcome: 'delivered', batch_id });
    await world.enable(id);
    await world.arrived('/waits', ['w1', 'w1', 'w1', 'w1', 'w1', 'w1']);
    expect(new Set(world.receiver.at('/waits').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('sends the batch as it was, after the subscription changed', async () => {
    const [id, { batch_id }] = await delivered('/changed', ['c1']);
    await world.change(id, { events: ['survey-answer-submitted'] });
    await world.tell(surveyAnswerSubmitted, [
      { user_id: 'u', answer: { survey_id: 's', question_id: 'q', answer_id: 'a' } },
    ]);
    await eventually(() => {
      expect(world.receiver.at('/changed')).toHaveLength(2);
    });
    expect(await world.resend(id, batch_id)).toMatchObject({ batch_id, outcome: 'delivered' });
    const [first, , third] = world.receiver.at('/changed');
    expect(third?.body).toBe(first?.body);
  });

  it('happens once per idempotency key, and nothing of the payload is kept for it', async () => {
    const [id, { batch_id }] = await delivered('/key', ['k1']);
    world.receiver.behaviour = ({ body }, response) => response.writeHead(200).end(body);
    const first = await world.resend(id, batch_id, 'resend-once');
    expect(await world.resend(id, batch_id, 'resend-once')).toEqual(first);
    expect(world.receiver.at('/key')).toHaveLength(2);
    expect(JSON.stringify(first)).not.toContain('k1');
  });

  it('sends what an erasure has left as another batch, and names what is removed', async () => {
    const { id } = await world.register('/erased');
    world.receiver.answer(500);
    await world.disable(id);
    const [gone] = await world.transactions(['gone'], user('g'));
    const [kept] = await world.transactions(['kept'], user('k'));
    await eventually(async () => {
      expect((await world.details(id)).queue.waiting).toBe(2);
    });
    world.receiver.answer(204);
    await world.enable(id);
    await world.arrived('/erased', ['gone', 'kept']);
    const { batch_id } = await eventually(async () => {
      const [attempt] = await world.attempts(id);
      if (attempt?.request.events !== 2) throw new Error('no attempt with both events yet');
      return attempt;
    });
    await erase(user('g'));
    const resent = await world.resend(id, batch_id);
    expect(resent).toMatchObject({ event_ids: [kept], removed: [gone], outcome: 'delivered' });
    expect(resent.batch_id).not.toBe(batch_id);
    expect(world.receiver.at('/erased').at(-1)?.headers['webhook-id']).toBe(resent.batch_id);
    expect(world.receiver.at('/erased').at(-1)?.events).toMatchObject([{ data: { id: 'kept' } }]);
    const attempts = await world.attempts(id);
    const old = attempts.find((attempt) => attempt.batch_id === batch_id);
    expect(old?.request).toMatchObject({ events: 2, removed: [gone], payload: { events: [{ data: { id: 'kept' } }] } });
    await erase(user('k'));
    await expect(world.resend(id, batch_id)).rejects.toMatchObject({ code: 'batch-removed', status: 409 });
  });

  it('keeps no answer that came after the erasure of an event', async () => {
    const [id, { batch_id }] = await delivered('/echo', ['echo'], user('e'));
    let answer = (): void => undefined;
    world.receiver.behaviour = ({ body }, response) => {
      answer = () => response.writeHead(200).end(body);
    };
    const resend = world.resend(id, batch_id);
    await eventually(() => {
      expect(world.receiver.at('/echo')).toHaveLength(2);
    });
    await erase(user('e'));
    answer();
    expect(await resend).toMatchObject({ outcome: 'delivered', status: 200 });
    expect((await world.attempts(id))[0]?.answer).toEqual({ status: 200, body: '' });
    const rows = (await dump(world.app)).split('\n').filter((row) => row.includes(user('e')));
    expect(rows.filter((row) => row.startsWith('public.') && !row.includes('webhooks.erasure-receipt'))).toEqual([]);
  });

  it('refuses an id that is no batch of this webhook, and a batch of the previous release', async () => {
    const [id, { batch_id }] = await delivered('/unknown', ['u1']);
    const { id: other } = await world.register('/other');
    const refused = { code: 'batch-not-found', status: 404 };
    for (const each of [newId(), 'nothing', '', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])
      await expect(world.resend(id, each)).rejects.toMatchObject(refused);
    await expect(world.resend(other, batch_id)).rejects.toMatchObject(refused);
    const stranger = { client_id: 'cl_stranger', id, batch_id };
    await expect(world.call(resendBatch, stranger)).rejects.toMatchObject({ code: 'webhook-not-found' });
    await world.sql('UPDATE attempt SET names = NULL WHERE webhook_id = $1', [id]);
    await expect(world.resend(id, batch_id)).rejects.toMatchObject(refused);
    expect((await world.attempts(id))[0]?.request).toMatchObject({ payload: null, removed: [] });
  });
});
