import { deadLetters } from '@ces/contracts/dead-letters';
import fc from 'fast-check';
import { CampaignsUnderTest, newUser, type Fact } from '../../../test/run-campaigns.js';

describe('judging', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  }, 60_000);

  afterAll(() => service.stop());

  async function sumOf(userId: string): Promise<number> {
    const [row] = await service.query<{ sum: number }>(
      'SELECT coalesce(sum(value), 0)::int AS sum FROM ledger WHERE user_id = $1',
      [userId],
    );
    return row?.sum ?? 0;
  }

  it('grants once, in whatever batches, how often and in which order facts are delivered', async () => {
    const [stack, coupon] = [await service.newStack(), await service.newCoupon(2_000)];
    await service.run({
      trigger: { event_name: 'any-order' },
      condition: 'event.amount > 0',
      effects: [
        { type: 'transaction', stack_id: stack.id, value: 'event.amount' },
        { type: 'claim_coupon', coupon_id: coupon.id },
      ],
    });
    const deliveries = fc.record({
      amounts: fc.array(fc.integer({ min: -3, max: 9 }), { minLength: 1, maxLength: 12 }),
      order: fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
      cuts: fc.array(fc.nat(), { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ amounts, order, cuts }) => {
        const user = newUser();
        const facts = amounts.map((amount) => service.fact(user, 'any-order', { amount }));
        const again = order.flatMap((index) => facts[index % facts.length] ?? []);
        for (const batch of cut([...again, ...facts], cuts)) await service.publish(batch);
        await service.judged(facts);
        const positive = amounts.filter((amount) => amount > 0);
        expect(await sumOf(user)).toBe(positive.reduce((sum, amount) => sum + amount, 0));
        expect((await service.slips(user)).items).toHaveLength(positive.length);
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  function cut(facts: Fact[], cuts: number[]): Fact[][] {
    const places = [0, ...cuts.map((at) => at % (facts.length + 1)).sort((a, b) => a - b), facts.length];
    return places
      .slice(1)
      .map((end, index) => facts.slice(places[index], end))
      .filter((batch) => batch.length > 0);
  }

  it('does nothing for an event that it has granted before, also when the inbox has forgotten it', async () => {
    const stack = await service.newStack();
    await service.run({
      trigger: { event_name: 'forgotten' },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 5 }],
    });
    const user = newUser();
    const fact = service.fact(user, 'forgotten');
    await service.submit([fact]);
    await service.query('DELETE FROM inbox WHERE message_id = $1', [fact.id]);
    await service.submit([fact]);
    expect(await sumOf(user)).toBe(5);
  });

  it('buries what cannot be judged, alone, and judges it when it is replayed', async () => {
    const stack = await service.newStack();
    await service.run({
      trigger: { event_name: 'poisoned' },
      condition: 'event.amount > 0',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    const user = newUser();
    const [before, poison, after] = [1, 2, 3].map((amount) => service.fact(user, 'poisoned', { amount }));
    if (!before || !poison || !after) throw new Error('three facts');
    const bad = { ...poison, payload: { ...poison.payload, data: '{"amount":' } };
    await service.publish([before, bad, after]);
    await service.judged([before, after]);
    const letters = deadLetters('campaigns');
    const [letter] = await service.bus.call(letters.list, {});
    expect(letter).toMatchObject({ service: 'campaigns', attempts: 6 });
    expect(await sumOf(user)).toBe(2);
    await service.query('UPDATE dead_letter SET payload = $1', [JSON.stringify(poison.payload)]);
    await service.bus.call(letters.replay, { id: letter?.id ?? '' });
    expect(await sumOf(user)).toBe(3);
    expect(await service.bus.call(letters.list, {})).toEqual([]);
  }, 60_000);

  it('writes nothing but its marks for events that no campaign runs for', async () => {
    const facts = Array.from({ length: 50 }, () => service.fact(newUser(), 'nobody-cares'));
    const [before] = await counts();
    await service.submit(facts);
    expect(await counts()).toEqual([before]);
  });

  function counts(): Promise<object[]> {
    return service.query(
      `SELECT (SELECT count(*) FROM event_outcome) AS outcomes, (SELECT count(*) FROM campaign_grant) AS grants,
              (SELECT count(*) FROM campaign_counter) AS counters, (SELECT count(*) FROM outbox) AS outbox`,
    );
  }

  it('judges each event by the audience: segments, opt-ins and tiers', async () => {
    const stack = await service.newStack();
    await service.run({
      trigger: { event_name: 'audience' },
      audience: {
        include_segments: ['s1', 's2'],
        exclude_segments: ['s3'],
        require_optins: ['news'],
        card_tiers: ['gold'],
      },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    });
    const card = { card_id: 'c', card_definition: 'default', card_tier_id: 'gold', state: 'active' as const };
    const cases = [
      { segments: ['s2'], optins: ['news'], cards: [card], reason: null },
      { segments: [], optins: ['news'], cards: [card], reason: 'the user is in none of the segments' },
      { segments: ['s1', 's3'], optins: ['news'], cards: [card], reason: 'the user is in a segment that is excluded' },
      { segments: ['s1'], optins: [], cards: [card], reason: 'an opt-in is missing' },
      { segments: ['s1'], optins: ['news'], cards: [], reason: 'the user has no card on any of the tiers' },
    ].map((each) => ({ ...each, user: newUser() }));
    for (const { user, segments, optins, cards } of cases) {
      service.segments.set(user, segments);
      service.audiences.set(user, { optins, cards });
    }
    const facts = cases.map(({ user }) => service.fact(user, 'audience'));
    await service.submit(facts);
    const outcomes = await Promise.all(facts.map((fact) => service.outcomes(fact)));
    expect(outcomes.map((some) => some?.[0]?.detail)).toEqual(cases.map(({ reason }) => reason));
  });
});
