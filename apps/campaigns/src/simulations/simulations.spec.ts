import {
  endCampaign,
  pauseCampaign,
  startCampaign,
  type Cap,
  type Effect,
  type NewCampaign,
} from '@ces/contracts/campaigns/campaign-administration';
import type { Audience } from '@ces/contracts/campaigns/campaign-trigger';
import { simulateCampaign, type Simulation } from '@ces/contracts/campaigns/campaign-outcomes';
import { Transactions } from '@ces/messaging/storage/transactions';
import { dump } from '@ces/testing/servers/dump';
import { eventually } from '@ces/testing/eventually';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { problemOf } from '../../test/problem-of.js';
import { CampaignsUnderTest, newUser, type Fact } from '../../test/run-campaigns.js';
import { RegistrationsService } from '../campaigns/register/registrations.service.js';
import { CouponStockService } from '../coupons/coupon-stock.service.js';
import { JudgeService } from '../judging/judge.service.js';
import { occurrenceOfEvent } from '../judging/to-occurrence.js';

describe('simulations', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    service.schema = {
      type: 'object',
      properties: { amount: { type: 'integer' }, shop: { type: 'string' } },
    };
  });

  afterAll(() => service.stop());

  function simulate(id: string, user_id: string, event_name: string, data: object): Promise<Simulation> {
    return service.bus.call(simulateCampaign, { id, client_id: 'cl', user_id, event_name, data: JSON.stringify(data) });
  }

  /** Judges a fact as its consumer does. */
  async function judge({ id, payload }: Fact): Promise<void> {
    const occurrence = occurrenceOfEvent({ messageId: id, payload, call: { requestId: id } });
    const act = await service.app.get(JudgeService).judge([occurrence]);
    await service.app.get(Transactions).run(() => act(new Set([id])));
  }

  /** All rows, except those in which the relay and the lease of the chores note their progress. */
  async function everything(): Promise<string> {
    // Otherwise the chore may tell of the coupons of earlier cases between two looks.
    await service.app.get(CouponStockService).tellOfLowStock();
    // Registrations of a start, and facts of earlier verdicts, are finished in the background. What two changes of a campaign
    // at once leave to the chore would be there for up to forty seconds.
    await eventually(async () => {
      const left = await service.query<{ campaign_id: string }>('SELECT campaign_id FROM campaign_registration');
      for (const { campaign_id } of left) await service.app.get(RegistrationsService).finish(campaign_id);
      expect(await service.query('SELECT FROM campaign_registration')).toEqual([]);
      expect(await service.query('SELECT FROM outbox WHERE published_at IS NULL')).toEqual([]);
      // The chore of old grants has run once since the start.
      expect(await service.query('SELECT FROM campaign_epoch WHERE judged_from IS NULL')).toEqual([]);
    });
    const lines = (await dump(service.app)).split('\n');
    return lines.filter((line) => !/^public\.(lease|outbox|relay_state) /.test(line)).join('\n');
  }

  const windows: fc.Arbitrary<Cap['window']> = fc.constantFrom(
    { type: 'total' },
    { type: 'rolling', seconds: 3_600 },
    { type: 'calendar', unit: 'week', timezone: 'America/New_York' },
  );
  const caps = fc.record({
    scope: fc.constantFrom<Cap['scope'][]>('user', 'campaign'),
    window: windows,
    max: fc.integer({ min: 1, max: 2 }),
  });
  const conditions = fc.constantFrom(
    null,
    'event.amount > 3',
    'event.shop == "Berlin"',
    'event.amount > 3 || event.shop == "Berlin"',
    'user.active && event.amount % 2 == 0',
    'card.card_tier_id == "gold"',
    'event.amount / (event.amount - 4) > 0',
  );
  const campaigns = fc.record({
    audience: fc.constantFrom<(Audience | null)[]>(
      null,
      { include_segments: ['s1'] },
      { card_tiers: ['gold'] },
      { require_optins: ['news'] },
    ),
    condition: conditions,
    caps: fc.array(caps, { maxLength: 2 }),
    budget: fc.option(fc.record({ coupons: fc.integer({ min: 0, max: 5 }), points: fc.integer({ min: 0, max: 25 }) }), {
      freq: 2,
    }),
    ends_at: fc.constantFrom(null, null, '2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'),
  });
  type Given = typeof campaigns extends fc.Arbitrary<infer Value> ? Value : never;
  const events = fc.record(
    { amount: fc.integer({ min: -2, max: 9 }), shop: fc.constantFrom('Berlin', 'Paris') },
    { requiredKeys: [] },
  );
  const user = fc.integer({ min: 0, max: 3 });

  it('agree with real judging, case by case, and leave the database as it was', async () => {
    const users = Array.from({ length: 4 }, newUser);
    const card = { card_id: 'c', card_definition: 'd', card_tier_id: 'gold', state: 'active' as const };
    for (const [index, userId] of users.entries()) {
      if (index % 2 === 0) service.segments.set(userId, ['s1']);
      service.audiences.set(userId, { cards: index < 2 ? [card] : [], optins: index < 3 ? ['news'] : [] });
    }
    const stack = await service.newStack();
    /** Verdicts of the random cases. */
    const seen = new Set<string>();
    let cases = 0;
    const sequences = fc.array(fc.tuple(user, events), { minLength: 10, maxLength: 10 });
    // Random cases may miss a verdict; the examples have each.
    const plain = { audience: null, condition: null, caps: [], budget: null, ends_at: null };
    const tenTimes = (who: number): [number, { amount: number }][] =>
      Array.from({ length: 10 }, () => [who, { amount: 0 }]);
    const examples: [Given, [number, { amount: number }][]][] = [
      [plain, tenTimes(0)],
      [{ ...plain, ends_at: '2020-01-01T00:00:00Z' }, tenTimes(0)],
      [{ ...plain, audience: { include_segments: ['s1'] } }, tenTimes(1)],
      [{ ...plain, condition: 'event.amount > 3' }, tenTimes(0)],
      [{ ...plain, caps: [{ scope: 'user', window: { type: 'total' }, max: 1 }] }, tenTimes(0)],
      [{ ...plain, budget: { coupons: 0, points: 0 } }, tenTimes(0)],
    ];
    await fc.assert(
      fc.asyncProperty(campaigns, sequences, async (given, sequence) => {
        const coupon = await service.newCoupon(4);
        const event_name = `sim-${cases}`;
        const { id } = await service.run({ ...given, ...rewards(stack.id, coupon.id), trigger: { event_name } });
        for (const [who, data] of sequence) {
          const userId = users[who] ?? '';
          const before = cases % 47 === 0 ? await everything() : '';
          const simulation = await simulate(id, userId, event_name, data);
          if (before !== '') expect(await everything()).toBe(before);
          const fact = service.fact(userId, event_name, data);
          await judge(fact);
          const { matched, reason, detail } = simulation;
          expect((await service.outcomes(fact))?.[0]).toMatchObject({ matched, reason, detail });
          if (cases >= examples.length * 10) seen.add(String(reason));
          cases += 1;
        }
      }),
      { numRuns: 30, endOnFailure: true, examples },
    );
    expect(cases).toBe(300);
    // Once in 250 runs chance leaves out one.
    const common = ['null', 'schedule', 'audience', 'condition', 'caps', 'budget'];
    expect(common.filter((reason) => seen.has(reason)).length).toBeGreaterThan(4);
  }, 180_000);

  function rewards(stack_id: string, coupon_id: string): Pick<NewCampaign, 'name' | 'effects'> {
    const effects: Effect[] = [
      { type: 'claim_coupon', coupon_id },
      { type: 'transaction', stack_id, value: 5 },
    ];
    return { name: 'Simulated', effects };
  }

  it('say for each step whether it passes, and what the user would get', async () => {
    const [stack, coupon] = [await service.newStack(), await service.newCoupon(1)];
    const { id } = await service.run({
      ...rewards(stack.id, coupon.id),
      trigger: { event_name: 'explained' },
      condition: 'event.amount > 3',
      caps: [{ scope: 'user', window: { type: 'total' }, max: 1 }],
    });
    const steps = ['state', 'trigger', 'schedule', 'condition', 'audience', 'effects', 'caps', 'budget', 'coupons'];
    const fine = await simulate(id, newUser(), 'explained', { amount: 4 });
    expect(fine).toMatchObject({ campaign_id: id, matched: true, reason: null, version: 1 });
    expect(fine.steps).toEqual(steps.map((step) => ({ step, passed: true, detail: null })));
    expect(fine.effects).toEqual([
      { type: 'claim_coupon', coupon_id: coupon.id },
      { type: 'transaction', stack_id: stack.id, block_id: stack.blocks[0]?.id, value: 5 },
    ]);
    const not = await simulate(id, newUser(), 'explained', { amount: 3 });
    expect(not).toMatchObject({ matched: false, reason: 'condition', detail: 'the condition is false' });
    expect(not.steps.filter(({ passed }) => !passed)).toHaveLength(1);
    expect(await simulate(id, newUser(), 'something-else', { amount: 4 })).toMatchObject({ reason: 'trigger' });
  });

  it('list effects only if the user would get them', async () => {
    const [userId, stack] = [newUser(), await service.newStack()];
    const { id } = await service.run({
      trigger: { event_name: 'capped' },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 'event.amount' }],
      caps: [{ scope: 'user', window: { type: 'total' }, max: 1 }],
    });
    const simulated = () => simulate(id, userId, 'capped', { amount: 3 });
    expect(await simulated()).toMatchObject({ matched: true, effects: [{ type: 'transaction', value: 3 }] });
    await service.submit([service.fact(userId, 'capped')]);
    expect(await simulated()).toMatchObject({ matched: false, reason: 'caps', effects: [] });
  });

  it("take as data of a service's fact only what such a fact carries", async () => {
    const stack = await service.newStack();
    const { id } = await service.draft({
      trigger: { lifecycle: 'survey-answered' },
      condition: 'event.answer_id == "yes"',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    const simulated = (data: object) => simulate(id, newUser(), 'survey-answered', data);
    const data = { survey_id: 's', question_id: 'q', answer_id: 'yes' };
    const { steps } = await simulated(data);
    expect(steps.find(({ step }) => step === 'condition')).toMatchObject({ passed: true });
    for (const wrong of [{}, { ...data, answer_id: 1 }, { ...data, colour: 'red' }, { ...data, survey_id: null }]) {
      expect(await problemOf(simulated(wrong))).toEqual({ status: 422, code: 'event-data-invalid' });
    }
  });

  it('say that a campaign does not run, or has another segment, and what would follow all the same', async () => {
    const stack = await service.newStack();
    const segment_id = randomUUID();
    const { id } = await service.draft({
      trigger: { lifecycle: 'segment-entered', segment_id },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    const simulated = (segment: string) => simulate(id, newUser(), 'segment-entered', { segment_id: segment });
    expect(await simulated(segment_id)).toMatchObject({
      reason: 'state',
      detail: 'the campaign is draft',
      effects: [],
    });
    await service.bus.call(startCampaign, { id });
    expect(await simulated(segment_id)).toMatchObject({ matched: true, effects: [{ value: 1 }] });
    const other = await simulated(randomUUID());
    expect(other).toMatchObject({ reason: 'trigger', detail: 'the campaign has another trigger', effects: [] });
    expect(other.steps.filter(({ passed }) => !passed)).toHaveLength(1);
    for (const [step, state] of [
      [pauseCampaign, 'paused'],
      [endCampaign, 'ended'],
    ] as const) {
      await service.bus.call(step, { id });
      expect(await simulated(segment_id)).toMatchObject({ reason: 'state', detail: `the campaign is ${state}` });
    }
    const nothing = simulate(randomUUID(), newUser(), 'segment-entered', { segment_id });
    expect(await problemOf(nothing)).toEqual({ status: 404, code: 'campaign-not-found' });
  });

  it('are about the user that is named, whatever the data of a fact says', async () => {
    const stack = await service.newStack();
    const { id } = await service.run({
      trigger: { lifecycle: 'user-activated' },
      condition: 'event.user_id == user.id',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    expect(await simulate(id, newUser(), 'user-activated', { user_id: 'another' })).toMatchObject({ matched: true });
  });
});
