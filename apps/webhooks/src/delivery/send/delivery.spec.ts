import { surveyAnswerSubmitted, transactionCreated } from '@ces/contracts/campaigns/campaigns';
import { eventually } from '@ces/testing/eventually';
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook as Verifier } from 'standardwebhooks';
import { ClientSecrets } from '../../client-secrets/client-secrets.service.js';
import { numbered, transaction, WebhookWorld } from '../../../test/webhook-world.js';

describe('the delivery of events', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.receiver.answer(204);
    world.later(0);
  });

  const verifier = (secret: string) => new Verifier(Buffer.from(secret).toString('base64'));

  it('POSTs {events: [{name, data}]} and no other key, with both signatures over the raw bytes', async () => {
    const { id: webhookId } = await world.register('/signed', { headers: { Authorization: 'Bearer theirs' } });
    const [eventId] = await world.transactions(['t1']);
    await world.arrived('/signed', ['t1']);
    const [first] = world.receiver.at('/signed');
    if (!first) throw new Error('no request came');
    expect(JSON.parse(first.body)).toEqual({ events: [{ name: 'transaction-created', data: transaction('t1') }] });
    const { id, secret } = world.client;
    expect(first.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer theirs',
      'x-service-client-id': id,
      'x-service-signature': createHmac('sha256', secret).update(first.body).digest('hex'),
      'x-service-event-ids': eventId,
    });
    const own = new Verifier(await world.secretOf(webhookId));
    expect(own.verify(first.body, first.headers as Record<string, string>)).toEqual(JSON.parse(first.body));
  });

  it('sends each event to the webhooks that subscribe to it', async () => {
    await world.register('/survey', { events: ['survey-answer-submitted'] });
    await world.register('/both', { events: ['survey-answer-submitted', 'transaction-created'] });
    const answer = { survey_id: 's', question_id: 'q', answer_id: 'a' };
    await world.tell(surveyAnswerSubmitted, [{ user_id: 'u', answer }]);
    await world.transactions(['after-survey']);
    await eventually(() => {
      expect(
        world.receiver
          .at('/both')
          .flatMap(({ events }) => events.map(({ name }) => name))
          .sort(),
      ).toEqual(['survey-answer-submitted', 'transaction-created']);
    });
    await eventually(() => {
      expect(world.receiver.at('/survey').flatMap(({ events }) => events)).toEqual([
        { name: 'survey-answer-submitted', data: answer },
      ]);
    });
  });

  it('delivers all events once and in order, at most 100 events and 256 KiB per request', async () => {
    world.receiver.behaviour = (_, response) => void sleep(20).then(() => response.writeHead(200).end());
    await world.register('/many');
    const ids = numbered('many', 1_000);
    for (let i = 0; i < ids.length; i += 200) await world.transactions(ids.slice(i, i + 200));
    const big = numbered('x'.repeat(20_000), 30);
    await world.transactions(big);
    await world.arrived('/many', [...ids, ...big]);
    for (const { events, body } of world.receiver.at('/many')) {
      expect(events.length).toBeLessThanOrEqual(100);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(256 * 1_024);
    }
    expect(world.receiver.at('/many').length).toBeLessThan(100);
  });

  it('delivers a repeated fact once', async () => {
    await world.register('/twice');
    const ids = await world.transactions(['d1', 'd2']);
    await world.tell(
      transactionCreated,
      ['d1', 'd2'].map((id) => transaction(id)),
      ids,
    );
    await world.transactions(['d3']);
    await world.arrived('/twice', ['d1', 'd2', 'd3']);
  });

  it('ends when the webhook is disabled or deleted', async () => {
    const [one, two] = [await world.register('/off'), await world.register('/deleted')];
    await world.transactions(['o1']);
    await world.arrived('/off', ['o1']);
    await world.arrived('/deleted', ['o1']);
    await world.disable(one.id);
    await world.remove(two.id);
    const control = await world.register('/control');
    await world.transactions(['o2']);
    await world.arrived('/control', ['o2']);
    expect([world.idsAt('/off'), world.idsAt('/deleted')]).toEqual([['o1'], ['o1']]);
    await world.enable(one.id);
    await world.arrived('/off', ['o1', 'o2']);
    await world.remove(control.id);
  });

  it('is repeated by a replay from a moment on, with the same event ids, and continues', async () => {
    const { id } = await world.register('/replay');
    await world.transactions(['before']);
    await world.arrived('/replay', ['before']);
    await sleep(5);
    const since = new Date().toISOString();
    await sleep(5);
    await world.transactions(['a', 'b']);
    await world.arrived('/replay', ['before', 'a', 'b']);
    await world.replay(id, since);
    await world.arrived('/replay', ['before', 'a', 'b', 'a', 'b']);
    await world.transactions(['c']);
    await world.arrived('/replay', ['before', 'a', 'b', 'a', 'b', 'c']);
    const ids = world.receiver
      .at('/replay')
      .flatMap(({ headers }) => String(headers['x-service-event-ids']).split(','));
    expect(new Set(ids).size).toBe(4);
  });

  it('happens at once for a ping, even if the webhook is disabled, and the ping returns the answer', async () => {
    const { id } = await world.register('/ping');
    await world.disable(id);
    world.receiver.behaviour = (_, response) => response.writeHead(418).end('short and stout\0');
    const answer = await world.ping(id);
    expect(answer).toMatchObject({
      outcome: 'failed',
      answer: { status: 418, body: 'short and stout\uFFFD' },
      request: { events: 0 },
    });
    const [ping] = world.receiver.at('/ping');
    expect(ping?.body).toBe('{"events":[]}');
    const own = new Verifier(await world.secretOf(id));
    expect(own.verify(ping?.body ?? '', ping?.headers as Record<string, string>)).toEqual({ events: [] });
  });

  it('uses a changed URL and headers from the next batch on', async () => {
    const { id } = await world.register('/old');
    await world.transactions(['m1']);
    await world.arrived('/old', ['m1']);
    const change = { url: `${world.receiver.url}/new`, headers: { 'x-mine': '1' } };
    await world.change(id, change);
    await world.transactions(['m2']);
    await world.arrived('/new', ['m2']);
    expect(world.receiver.at('/new')[0]?.headers).toMatchObject({ 'x-mine': '1' });
    await world.remove(id);
  });

  it('repeats a batch unchanged after the subscription changed', async () => {
    const { id } = await world.register('/fixed');
    world.receiver.answer(500);
    await world.transactions(['f1']);
    await eventually(async () => {
      expect((await world.details(id)).queue.failures).toBe(1);
    });
    await world.change(id, { events: ['user-deleted'] });
    world.receiver.answer(200);
    await world.enable(id);
    await eventually(() => {
      const [first, second] = world.receiver.at('/fixed');
      expect(second?.body).toBe(first?.body);
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    });
  });

  it('can be verified with each live secret of the client, if the webhook had no secret at first', async () => {
    const { id, secret } = world.identity.addClient();
    const webhook = await world.register('/rotation', {}, id);
    await world.sql(`UPDATE webhook SET client_secret_until = now() + interval '1 day' WHERE id = $1`, [webhook.id]);
    const seen = (...alive: string[]) =>
      eventually(async () => {
        expect(await world.app.get(ClientSecrets).of(id)).toEqual(alive);
      });
    const last = async (event: string, earlier: number) => {
      await world.transactions([event]);
      await eventually(() => {
        expect(world.receiver.at('/rotation')).toHaveLength(earlier + 1);
      });
      const found = world.receiver.at('/rotation').at(-1);
      if (!found) throw new Error('no request came');
      return found;
    };
    const verified = ({ body, headers }: { body: string; headers: object }, by: string) => {
      try {
        return Boolean(verifier(by).verify(body, headers as Record<string, string>));
      } catch {
        return false;
      }
    };
    const hexOf = (body: string, by: string) => createHmac('sha256', by).update(body).digest('hex');
    const added = 'the added secret';
    await world.changeSecrets(id, secret, added);
    await seen(secret, added);
    const between = await last('rot1', 0);
    expect([verified(between, secret), verified(between, added)]).toEqual([true, true]);
    expect(between.headers['x-service-signature']).toBe(hexOf(between.body, secret));
    await world.changeSecrets(id, added, secret);
    // The change may have arrived or not; both secrets verify the delivery.
    const unseen = await last('rot2', 1);
    expect([verified(unseen, secret), verified(unseen, added)]).toEqual([true, true]);
    await seen(added, secret);
    const promoted = await last('rot3', 2);
    expect([verified(promoted, secret), verified(promoted, added)]).toEqual([true, true]);
    expect(promoted.headers['x-service-signature']).toBe(hexOf(promoted.body, added));
    await world.changeSecrets(id, added);
    await seen(added);
    const retired = await last('rot4', 3);
    expect([verified(retired, secret), verified(retired, added)]).toEqual([false, true]);
  });
});
