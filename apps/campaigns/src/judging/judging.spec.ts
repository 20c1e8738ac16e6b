import type { Effect } from '@ces/contracts/campaigns/campaign-administration';
import { couponSlipClaimed, transactionCreated } from '@ces/contracts/campaigns/campaigns';
import { createCoupon } from '@ces/contracts/campaigns/coupons';
import { balancesOf } from '@ces/contracts/campaigns/stacks';
import { deadLetters } from '@ces/contracts/dead-letters';
import { eachFact } from '@ces/messaging/facts/publish/several-facts';
import { hearStatements } from '@ces/testing/hear-statements';
import { HotStatements } from '@ces/service/database/sessions/hot-statements';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { CampaignsUnderTest, newUser, type Fact } from '../../test/run-campaigns.js';

describe('judging', () => {
  let service: CampaignsUnderTest;

  /** The statements that this process has sent to PostgreSQL. */
  const texts: string[] = [];
  let stopListening: () => void;

  beforeAll(async () => {
    stopListening = hearStatements((text) => texts.push(text));
    service = await CampaignsUnderTest.start();
    // They stop judging for a moment: sets that are under way then are judged once more, in the careful way.
    for (const name of ['arrange-grant-months', 'arrange-ledger-months', 'arrange-outcome-partitions'])
      await service.choreDone(name);
  });

  afterAll(async () => {
    await service.stop();
    stopListening();
  });

  async function sumOf(userId: string): Promise<number> {
    const [row] = await service.query<{ sum: number }>(
      'SELECT coalesce(sum(value), 0)::int AS sum FROM ledger WHERE user_id = $1',
      [userId],
    );
    return row?.sum ?? 0;
  }

  // The first test: after a repetition, events are handled in the careful way for a while.
  it('locks, compares and writes with one statement each, which go out at once, for an event that comes alone', async () => {
    const stack = await service.newStack();
    await service.run({
      trigger: { event_name: 'cheap' },
      condition: 'event.amount > 0',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 'event.amount' }],
    });
    const user = newUser();
    for (let n = 0; n < 6; n += 1) {
      if (n === 1) texts.length = 0;
      await service.submit([service.fact(user, 'cheap')]);
    }
    const count = (...words: string[]) => texts.filter((text) => words.every((word) => text.includes(word))).length;
    // On a machine that stops for a second, the epoch is read once more.
    expect([count('INSERT INTO inbox'), count('user_hash = ANY'), count('FROM balance')]).toEqual([5, 5, 0]);
    expect(count('lock_shared($1)', 'lock_shared($2')).toBe(5);
    const locks = [...texts.keys()].filter((at) => texts[at]?.includes('lock_shared($2'));
    for (const at of locks) {
      expect([texts[at - 1], texts[at + 1], texts[at + 2]]).toEqual([
        expect.not.stringContaining('START TRANSACTION'),
        expect.stringContaining('campaign_epoch'),
        expect.stringContaining('INSERT INTO inbox'),
      ]);
    }
    expect([count('campaign_epoch', 'erased_user'), count('FROM campaign_grant')]).toEqual([5, 0]);
    expect(count('INSERT INTO campaign_grant', 'INSERT INTO ledger', 'INSERT INTO balance', 'INSERT INTO outbox')).toBe(
      5,
    );
    expect(await sumOf(user)).toBe(6);
    const hot = new HotStatements();
    const often = texts.filter((text) => text.includes('INSERT INTO') || text.includes('campaign_epoch'));
    const namesOf = (text: string) => Array.from({ length: 20 }, () => hot.nameOf(text));
    for (const text of new Set(often)) expect([text, namesOf(text).at(-1)]).not.toEqual([text, '']);
  });

  it('grants once, for any batches, repetitions and order of the delivered facts', async () => {
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

  it('grants nothing again for an event that the inbox has forgotten', async () => {
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

  it('makes only the broken fact a dead letter, and judges it when it is replayed', async () => {
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
  });

  it('writes only to the inbox when no campaign runs for the events', async () => {
    const facts = Array.from({ length: 50 }, () => service.fact(newUser(), 'uncared-for'));
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

  it('knows a segment however its id is spelled', async () => {
    const [user, stack, segment] = [newUser(), await service.newStack(), randomUUID()];
    service.segments.set(user, [segment]);
    const id = segment.toUpperCase();
    const effects: Effect[] = [{ type: 'transaction', stack_id: stack.id, value: 1 }];
    const campaign = { trigger: { event_name: 'spelled' }, effects };
    await service.run({ ...campaign, name: 'Out', audience: { exclude_segments: [id] } });
    await service.run({ ...campaign, name: 'In', audience: { include_segments: [id] } });
    const fact = service.fact(user, 'spelled');
    await service.submit([fact]);
    const outcomes = (await service.outcomes(fact)) ?? [];
    expect(outcomes.filter(({ matched }) => matched).map(({ name }) => name)).toEqual(['In']);
    const trigger = { lifecycle: 'segment-entered' as const, segment_id: id };
    expect(await service.draft({ trigger, effects })).toMatchObject({
      trigger: { lifecycle: 'segment-entered', segment_id: segment },
    });
  });

  it('hands out a coupon slip, and tells of it as the specification shows', async () => {
    const user = newUser();
    const image = { type: 'image' as const, data: { src: 'https://cdn.example.com/coffee.png', alt: 'Coffee' } };
    const given = { title: 'A free coffee', description: 'At any shop', image, codes: ['COFFEE-1'] };
    const coupon = await service.bus.call(createCoupon, given);
    const campaign = await service.run({
      trigger: { event_name: 'slip' },
      condition: 'event.amount >= 1000',
      effects: [{ type: 'claim_coupon', coupon_id: coupon.id }],
    });
    const fact = service.fact(user, 'slip', { amount: 1_000 });
    await service.submit([fact]);
    const slips = (await service.slips(user)).items;
    const asSpecified = {
      id: slips[0]?.id,
      couponId: coupon.id,
      userId: user,
      title: 'A free coffee',
      description: 'At any shop',
      image,
      isRead: false,
      isDeleted: false,
      ticket: { state: 'issued', display: { systemName: 'qr-code', title: 'QR code' }, code: 'COFFEE-1' },
    };
    const ours = {
      created: expect.any(String) as string,
      expires_at: null,
      redeemed_at: null,
      campaign_id: campaign.id,
      event_id: fact.payload.id,
    };
    expect(slips).toEqual([{ ...asSpecified, ...ours }]);
    expect(await told(couponSlipClaimed.subject, user)).toEqual([{ user_id: user, slip: asSpecified }]);
  });

  it('books the value of an expression, tells of it as the specification shows, and records the outcome', async () => {
    const [user_id, stack] = [newUser(), await service.newStack()];
    const campaign = await service.run({
      trigger: { event_name: 'booked' },
      condition: 'event.amount > 0',
      effects: [{ type: 'transaction', stack_id: stack.id, value: 'event.amount / 100' }],
    });
    const [booked, refused] = [2_599, 0].map((amount) => service.fact(user_id, 'booked', { amount }));
    if (!booked || !refused) throw new Error('two facts');
    await service.submit([booked, refused]);
    expect(await service.outcomes(booked)).toEqual([
      { campaign_id: campaign.id, name: 'Spec', version: 1, matched: true, reason: null, detail: null },
    ]);
    expect(await service.outcomes(refused)).toEqual([
      expect.objectContaining({ matched: false, reason: 'condition', detail: 'the condition is false' }),
    ]);
    const block_id = stack.blocks[0]?.id;
    expect(await service.bus.call(balancesOf, { user_id })).toEqual([
      { stack_id: stack.id, stack_name: 'Points', block_id, block_name: 'default', value: 25 },
    ]);
    expect(await told(transactionCreated.subject, user_id)).toEqual([
      { id: expect.any(String) as string, stack_id: stack.id, block_id, user_id, value: 25 },
    ]);
  });

  async function told(subject: string, userId: string): Promise<object[]> {
    const rows = await service.query<{ payload: string }>(
      `SELECT fact_payload AS payload FROM outbox ${eachFact} WHERE subject = $1 ORDER BY id`,
      [subject],
    );
    return rows
      .map(({ payload }) => JSON.parse(payload) as { user_id: string })
      .filter((fact) => fact.user_id === userId);
  }
});
