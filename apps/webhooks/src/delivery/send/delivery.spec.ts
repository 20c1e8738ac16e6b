import { surveyAnswerSubmitted, transactionCreated } from '@ces/contracts/campaigns/campaigns';
import type { ClientWithSecret, NewSecret } from '@ces/contracts/identity/clients';
import { eventually } from '@ces/testing/eventually';
import type { Platform } from '../../../../../e2e/platform/platform.js';
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook as Verifier } from 'standardwebhooks';
import { ClientSecrets } from '../../client-secrets/client-secrets.service.js';
import { numbered, transaction, WebhookWorld } from '../../../test/webhook-world.js';

describe('delivery of webhooks', () => {
  let platform: Platform;
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
    ({ platform } = world);
  }, 60_000);

  afterAll(() => world.stop());

  afterEach(() => {
    world.receiver.answer(204);
    world.later(0);
  });

  const verifier = (secret: string) => new Verifier(Buffer.from(secret).toString('base64'));

  it('POSTs {events: [{name, data}]} and no other key, with both signatures over the raw bytes', async () => {
    await world.register('/signed', { headers: { Authorization: 'Bearer theirs' } });
    const [eventId] = await world.transactions(['t1']);
    await world.arrived('/signed', ['t1']);
    const [first] = world.receiver.at('/signed');
    if (!first) throw new Error('nothing came');
    expect(JSON.parse(first.body)).toEqual({ events: [{ name: 'transaction-created', data: transaction('t1') }] });
    const { id, secret } = platform.credentials;
    expect(first.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer theirs',
      'x-service-client-id': id,
      'x-service-signature': createHmac('sha256', secret).update(first.body).digest('hex'),
      'x-service-event-ids': eventId,
    });
    expect(verifier(secret).verify(first.body, first.headers as Record<string, string>)).toEqual(
      JSON.parse(first.body),
    );
  });

  it('sends survey answers and what else there is as the catalogue says, each to those who asked for it', async () => {
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

  it('delivers all, once, in order, at most 100 events and 256 KiB in one request', async () => {
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

  it('takes a fact that is told twice once', async () => {
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

  it('stops sending when it is disabled or deleted', async () => {
    const [one, two] = [await world.register('/off'), await world.register('/deleted')];
    await world.transactions(['o1']);
    await world.arrived('/off', ['o1']);
    await world.arrived('/deleted', ['o1']);
    await world.post(one.id, 'disable');
    await world.remove(two.id);
    const control = await world.register('/control');
    await world.transactions(['o2']);
    await world.arrived('/control', ['o2']);
    expect([world.idsAt('/off'), world.idsAt('/deleted')]).toEqual([['o1'], ['o1']]);
    await world.post(one.id, 'enable');
    await world.arrived('/off', ['o1', 'o2']);
    await world.remove(control.id);
  });

  it('replays everything since a moment, with the same event ids, and goes on from there', async () => {
    const { id } = await world.register('/replay');
    await world.transactions(['before']);
    await world.arrived('/replay', ['before']);
    await sleep(5);
    const since = new Date().toISOString();
    await sleep(5);
    await world.transactions(['a', 'b']);
    await world.arrived('/replay', ['before', 'a', 'b']);
    expect((await world.post(id, 'replay', { since })).status).toBe(200);
    await world.arrived('/replay', ['before', 'a', 'b', 'a', 'b']);
    await world.transactions(['c']);
    await world.arrived('/replay', ['before', 'a', 'b', 'a', 'b', 'c']);
    const ids = world.receiver
      .at('/replay')
      .flatMap(({ headers }) => String(headers['x-service-event-ids']).split(','));
    expect(new Set(ids).size).toBe(4);
  });

  it('pings at once, also when disabled, and says what came back', async () => {
    const { id } = await world.register('/ping');
    await world.post(id, 'disable');
    world.receiver.behaviour = (_, response) => response.writeHead(418).end('short and stout\0');
    const answer = await world.post(id, 'ping');
    expect(answer).toMatchObject({
      status: 200,
      body: { outcome: 'failed', answer: { status: 418, body: 'short and stout\uFFFD' }, request: { events: 0 } },
    });
    const [ping] = world.receiver.at('/ping');
    expect(ping?.body).toBe('{"events":[]}');
    expect(
      verifier(platform.credentials.secret).verify(ping?.body ?? '', ping?.headers as Record<string, string>),
    ).toEqual({
      events: [],
    });
  });

  it('sends changed settings along from the next batch on', async () => {
    const { id } = await world.register('/old');
    await world.transactions(['m1']);
    await world.arrived('/old', ['m1']);
    const change = { url: `${world.receiver.url}/new`, headers: { 'x-mine': '1' } };
    await platform.api.send('PATCH', `/api/1/terminal/webhooks/${id}`, { body: change });
    await world.transactions(['m2']);
    await world.arrived('/new', ['m2']);
    expect(world.receiver.at('/new')[0]?.headers).toMatchObject({ 'x-mine': '1' });
    await world.remove(id);
  });

  it('a batch that may have been sent stays as it is when the subscription changes', async () => {
    const { id } = await world.register('/fixed');
    world.receiver.answer(500);
    await world.transactions(['f1']);
    await eventually(async () => {
      expect((await world.details(id)).queue.failures).toBe(1);
    });
    await platform.api.send('PATCH', `/api/1/terminal/webhooks/${id}`, { body: { events: ['user-deleted'] } });
    world.receiver.answer(200);
    await world.post(id, 'enable');
    await eventually(() => {
      const [first, second] = world.receiver.at('/fixed');
      expect(second?.body).toBe(first?.body);
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    });
  });

  it('signs so that every delivery of a rotation can be verified with a secret that is alive', async () => {
    const made = await platform.api.post('/api/1/admin/clients', { name: 'Rotating', scopes: ['webhooks'] });
    const { id, secret, ...client } = made.body as ClientWithSecret;
    await world.register('/rotation', {}, await platform.api.as({ ...client, id, secret }));
    const seen = (...alive: string[]) =>
      eventually(async () => {
        expect(await platform.webhooks.get(ClientSecrets).of(id)).toEqual(alive);
      });
    const last = async (event: string, earlier: number) => {
      await world.transactions([event]);
      await eventually(() => {
        expect(world.receiver.at('/rotation')).toHaveLength(earlier + 1);
      });
      const found = world.receiver.at('/rotation').at(-1);
      if (!found) throw new Error('nothing came');
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
    const secrets = `/api/1/admin/clients/${id}/secrets`;
    const added = (await platform.api.post(secrets)).body as NewSecret;
    await seen(secret, added.secret);
    const between = await last('rot1', 0);
    expect([verified(between, secret), verified(between, added.secret)]).toEqual([true, true]);
    expect(between.headers['x-service-signature']).toBe(hexOf(between.body, secret));
    await platform.api.post(`${secrets}:promote`);
    // Seen by now or not: good for both.
    const unseen = await last('rot2', 1);
    expect([verified(unseen, secret), verified(unseen, added.secret)]).toEqual([true, true]);
    await seen(added.secret, secret);
    const promoted = await last('rot3', 2);
    expect([verified(promoted, secret), verified(promoted, added.secret)]).toEqual([true, true]);
    expect(promoted.headers['x-service-signature']).toBe(hexOf(promoted.body, added.secret));
    await platform.api.send('DELETE', `${secrets}/previous`);
    await seen(added.secret);
    const retired = await last('rot4', 3);
    expect([verified(retired, secret), verified(retired, added.secret)]).toEqual([false, true]);
  });
});
