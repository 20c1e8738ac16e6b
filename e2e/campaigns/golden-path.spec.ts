import type { Survey } from '@ces/contracts/campaigns/surveys';
import type { WebhookSecret } from '@ces/contracts/webhooks/webhook-secrets';
import type { Webhook } from '@ces/contracts/webhooks/webhooks';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { createHmac } from 'node:crypto';
import { Webhook as Verifier } from 'standardwebhooks';
import { Receiver } from '../../apps/webhooks/test/receiver.js';
import { CampaignWorld } from '../platform/campaign-world.js';

/** All services run, and all calls pass through the gateway. The spec plays only the client's receiver. */
describe('the golden path: event, campaign, webhook', () => {
  let platform: Platform;
  let world: CampaignWorld;
  let receiver: Receiver;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = new CampaignWorld(platform);
    receiver = await Receiver.start();
  }, 90_000);

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
  });

  /** Row 33. Returns the secret of the webhook. */
  async function subscribe(path: string, ...events: string[]): Promise<string> {
    const answer = await platform.api.post('/api/1/terminal/webhooks', { events, url: `${receiver.url}${path}` });
    expect(answer.status).toBe(201);
    const shown = await platform.api.get(`/api/1/terminal/webhooks/${(answer.body as Webhook).id}/secret`);
    return (shown.body as WebhookSecret).secret;
  }

  const arrived = (path: string, count: number) =>
    eventually(() => {
      const events = receiver.at(path).flatMap((each) => each.events);
      expect(events).toHaveLength(count);
      return events;
    }, 20_000);

  it('hands out a slip for an event (row 2), shows it to the user, and tells the client of it, field by field and signed', async () => {
    const webhookSecret = await subscribe('/slips', 'coupon-slip-claimed-event');
    const [user, event] = [await world.newUser(), await world.newEvent()];
    const image = { type: 'image', data: { src: 'https://cdn.example.com/coffee.png', alt: 'Coffee' } };
    const coupon = await world.newCoupon({ description: 'Für jede Filiale ☕', image, codes: ['COFFEE-1'] });
    const effects = [{ type: 'claim_coupon', coupon_id: coupon.id }];
    const run = { trigger: { event_name: event }, condition: 'event.amount >= 1000', effects };
    const { id: campaign_id } = await world.run(run);

    expect(await world.judged(user, event, { amount: 999 })).toMatchObject([{ matched: false, reason: 'condition' }]);
    expect(await world.judged(user, event, { amount: 1_000 })).toMatchObject([{ matched: true }]);

    const [told] = await arrived('/slips', 1);
    expect(told).toEqual({
      name: 'coupon-slip-claimed-event',
      data: {
        id: expect.any(String) as string,
        couponId: coupon.id,
        userId: user,
        title: 'A free coffee',
        description: 'Für jede Filiale ☕',
        image,
        isRead: false,
        isDeleted: false,
        ticket: { state: 'issued', display: { systemName: 'qr-code', title: 'QR code' }, code: 'COFFEE-1' },
      },
    });
    const dates = { created: expect.any(String) as string, expires_at: null, redeemed_at: null };
    const event_id = expect.any(String) as string;
    expect(await world.slips(user)).toEqual([{ ...told?.data, ...dates, campaign_id, event_id }]);

    const [post] = receiver.at('/slips');
    if (!post) throw new Error('nothing came');
    const { id, secret } = platform.credentials;
    expect(Object.keys(JSON.parse(post.body) as object)).toEqual(['events']);
    expect(post.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-client-id': id,
      'x-service-signature': createHmac('sha256', secret).update(post.body).digest('hex'),
    });
    expect(new Verifier(webhookSecret).verify(post.body, post.headers as Record<string, string>)).toEqual({
      events: [told],
    });
  });

  it('tells of points and of the answer to a survey with exactly the fields of the specification', async () => {
    await subscribe('/rest', 'transaction-created', 'survey-answer-submitted');
    const [user, event, stack] = [await world.newUser(), await world.newEvent(), await world.newStack()];
    const answers = [{ id: 'yes', text: 'Yes' }];
    const questions = [{ id: 'like', text: 'Did you like it?', answers }];
    const survey = (await platform.api.post('/api/1/admin/surveys', { title: 'Coffee', questions })).body as Survey;
    const effects = [
      { type: 'transaction', stack_id: stack.id, value: 'event.amount / 100' },
      { type: 'ask_survey', survey_id: survey.id },
    ];
    await world.run({ trigger: { event_name: event }, effects });
    await world.judged(user, event, { amount: 2_599 });
    const [booked] = await arrived('/rest', 1);
    const block_id = stack.blocks[0]?.id;
    expect(booked).toEqual({
      name: 'transaction-created',
      data: { id: expect.any(String) as string, stack_id: stack.id, block_id, user_id: user, value: 25 },
    });
    const asUser = await platform.asUser(user, 'rewards');
    const asked = { id: survey.id, title: survey.title, questions: survey.questions, given: [] };
    expect(await asUser.get('/api/1/survey')).toMatchObject({ status: 200, body: [asked] });
    const answer = { question_id: 'like', answer_id: 'yes' };
    expect((await asUser.post(`/api/1/survey/${survey.id}/answers`, answer)).status).toBe(201);
    expect((await arrived('/rest', 2))[1]).toEqual({
      name: 'survey-answer-submitted',
      data: { survey_id: survey.id, ...answer },
    });
  });

  it('makes one slip and one delivery of each event of fifty users', async () => {
    await subscribe('/crowd', 'coupon-slip-claimed-event');
    const [event, coupon] = [await world.newEvent(), await world.newCoupon({ generate: { count: 50 } })];
    await world.run({ trigger: { event_name: event }, effects: [{ type: 'claim_coupon', coupon_id: coupon.id }] });
    const users = await Promise.all(Array.from({ length: 50 }, () => world.newUser()));
    await Promise.all(users.map((user) => world.send(user, event)));
    const told = (await arrived('/crowd', 50)).map(({ data }) => data as { userId: string; ticket: { code: string } });
    expect(told.map(({ userId }) => userId).sort()).toEqual([...users].sort());
    expect(new Set(told.map(({ ticket }) => ticket.code)).size).toBe(50);
  });

  it('passes traceparent on from row 2 to the POST of the webhook', async () => {
    await subscribe('/traced', 'coupon-slip-claimed-event');
    const [user, event, coupon] = [await world.newUser(), await world.newEvent(), await world.newCoupon()];
    await world.run({ trigger: { event_name: event }, effects: [{ type: 'claim_coupon', coupon_id: coupon.id }] });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const path = `/api/1/terminal/${user}/events/${event}`;
    expect((await platform.api.post(path, { amount: 1 }, { traceparent })).status).toBe(202);
    await arrived('/traced', 1);
    expect(receiver.at('/traced')[0]?.headers['traceparent']).toBe(traceparent);
  });
});
