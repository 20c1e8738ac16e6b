import type { Campaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Simulation } from '@ces/contracts/campaigns/campaign-outcomes';
import { Platform } from '../platform/platform.js';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { CampaignWorld } from '../platform/campaign-world.js';
import { problem } from '../platform/event-world.js';

describe('a simulation', () => {
  let platform: Platform;
  let world: CampaignWorld;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'campaigns');
    world = new CampaignWorld(platform);
  }, 90_000);

  afterAll(() => platform.stop());

  it('keeps what an event may hold, and refuses what the event refuses', async () => {
    const [user, event] = [await world.newUser(), await world.newEvent({ amount: { type: 'integer' } })];
    const coupon = await world.newCoupon();
    const { id } = (
      await world.draft({ trigger: { event_name: event }, effects: [{ type: 'claim_coupon', coupon_id: coupon.id }] })
    ).body as Campaign;
    const simulate = (data: object) => world.act(id, 'simulate', { user_id: user, event_name: event, data });
    expect((await simulate({ amount: 1, constructor: 'x' })).body as Simulation).toMatchObject({
      matched: false,
      reason: 'state',
      detail: 'the campaign is draft',
    });
    expect(problem(await simulate({ amount: 'one' }))).toEqual({ status: 422, code: 'event-data-invalid' });
    const stranger = await world.act(id, 'simulate', { user_id: 'nobody', event_name: event, data: {} });
    expect(problem(stranger)).toEqual({ status: 404, code: 'user-not-found' });
  });

  it('lists effects only if the user would get them', async () => {
    const [user, event, stack] = [await world.newUser(), await world.newEvent(), await world.newStack()];
    const { id } = await world.run({
      trigger: { event_name: event },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 'event.amount' }],
      caps: [{ scope: 'user', window: { type: 'total' }, max: 1 }],
    });
    const simulate = async () =>
      (await world.act(id, 'simulate', { user_id: user, event_name: event, data: { amount: 3 } })).body as Simulation;
    expect(await simulate()).toMatchObject({ matched: true, effects: [{ type: 'transaction', value: 3 }] });
    await world.judged(user, event);
    expect(await simulate()).toMatchObject({ matched: false, reason: 'caps', effects: [] });
  });

  it('leaves nothing of its idempotency key in other services', async () => {
    const [user, event, stack] = [await world.newUser(), await world.newEvent(), await world.newStack()];
    const { id } = await world.run({
      trigger: { event_name: event },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    const key = randomUUID();
    const answer = await platform.api.send('POST', `/api/1/admin/campaigns/${id}:simulate`, {
      body: { user_id: user, event_name: event, data: {} },
      headers: { 'Idempotency-Key': key },
    });
    expect(answer.status).toBe(200);
    for (const [name, service] of Object.entries(platform.services)) {
      const kept = await service.get(DataSource).query<unknown[]>('SELECT FROM idempotency_key WHERE key = $1', [key]);
      expect([name, kept.length]).toEqual([name, name === 'campaigns' ? 1 : 0]);
    }
  });

  it('takes of a fact of the service what such a fact carries', async () => {
    const [user, stack] = [await world.newUser(), await world.newStack()];
    const drafted = await world.draft({
      trigger: { lifecycle: 'survey-answered' },
      condition: 'event.answer_id == "yes"',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    const simulate = (data: object) =>
      world.act((drafted.body as Campaign).id, 'simulate', { user_id: user, event_name: 'survey-answered', data });
    const data = { survey_id: 's', question_id: 'q', answer_id: 'yes' };
    const conditionOf = (answer: { body: unknown }) =>
      (answer.body as Simulation).steps.find(({ step }) => step === 'condition');
    expect(conditionOf(await simulate(data))).toMatchObject({ passed: true });
    for (const wrong of [{}, { ...data, answer_id: 1 }, { ...data, colour: 'red' }, { ...data, survey_id: null }]) {
      expect(problem(await simulate(wrong))).toEqual({ status: 422, code: 'event-data-invalid' });
    }
  });
});
