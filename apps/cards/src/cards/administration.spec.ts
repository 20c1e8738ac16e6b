import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { CardsWorld, newNumber, outcomeOf, refusalOf } from '../../test/cards-world.js';

describe('a card in the hands of operators', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
  });

  afterAll(() => world.stop());

  const storedState = async (id: string) =>
    (await world.query<{ state: string }>('SELECT state FROM card WHERE id = $1', [id]))[0]?.state;

  it('changes state, expiration and tier', async () => {
    const { id: definition } = await world.define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
    const { id, tier } = await world.issue({ definition });
    expect(tier).toBe('Silver');
    const before = await world.get(id);
    const after = await world.change(id, { state: 'blocked', expiration: '2090-06-01T00:00:00+02:00', tier: 'Gold' });
    expect(after).toMatchObject({
      state: 'blocked',
      expiration: '2090-05-31T22:00:00.000+00:00',
      card_tier: { name: 'Gold' },
    });
    expect(Date.parse(after.tier_start_date)).toBeGreaterThan(Date.parse(before.tier_start_date));
    expect(await world.change(id, { state: 'active', expiration: null })).toMatchObject({
      state: 'active',
      expiration: null,
      tier_start_date: after.tier_start_date,
    });
    expect(await refusalOf(world.change(id, { state: 'lost' }))).toEqual([400, 'validation-failed']);
    expect(await refusalOf(world.change('x', {}))).toEqual([404, 'card-not-found']);
    expect(await refusalOf(world.get(randomUUID()))).toEqual([404, 'card-not-found']);
  });

  it.each([{ tier: null }, { state: null }])(
    'refuses the change %j instead of guessing its meaning',
    async (change) => {
      const made = await world.define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
      const { id } = await world.issue({ definition: made.id, tier: 'Gold' });
      expect(await refusalOf(world.change(id, change))).toEqual([400, 'validation-failed']);
    },
  );

  it('expires at its moment, also before the chore has run, and lives again with a later one', async () => {
    const { id } = await world.issue();
    const moment = new Date(Date.now() + 300).toISOString();
    expect(await world.change(id, { expiration: moment })).toMatchObject({ state: 'active' });
    await eventually(async () => {
      expect(await world.get(id)).toMatchObject({ state: 'expired', state_text: 'Expired' });
    });
    expect(await storedState(id)).toBe('active');
    await world.runChore('expire-cards');
    expect(await storedState(id)).toBe('expired');
    expect(await refusalOf(world.change(id, { state: 'active' }))).toEqual([409, 'card-state-conflict']);
    expect(await world.change(id, { expiration: '2090-01-01T00:00:00Z' })).toMatchObject({ state: 'active' });
  });

  it('gets another number, and its old number adds it to no account any more', async () => {
    const { id, identifier } = await world.issue({ definition: (await world.define({ users_per_card: 5 })).id });
    const who = world.begin();
    await world.add(who, identifier);
    const next = newNumber();
    expect(await world.transfer(id, next)).toMatchObject({
      id,
      identifier,
      identifier_actual: next,
      state: 'active',
      user_id: [who.user_id],
    });
    expect(await world.transfer(id, next)).toMatchObject({ id, identifier_actual: next });
    expect(await refusalOf(world.add(world.begin(), identifier))).toEqual([400, 'card-unknown']);
    expect(await world.add(who, identifier)).toMatchObject({ id });
    expect(await world.add(world.begin(), next)).toMatchObject({ id });
    expect(await refusalOf(world.issue({ identifiers: [next] }))).toEqual([409, 'card-number-taken']);
  });

  it('takes over the number of an issued card without users, and no number of a card on an account', async () => {
    const [lost, spare, used] = [await world.issue(), await world.issue(), await world.issue()];
    await world.add(world.begin(), used.identifier);
    expect(await refusalOf(world.transfer(lost.id, used.identifier))).toEqual([409, 'card-number-taken']);
    expect(await world.transfer(lost.id, spare.identifier)).toMatchObject({ identifier_actual: spare.identifier });
    expect(await world.get(spare.id)).toMatchObject({ state: 'replaced', state_text: 'Replaced' });
    expect(await refusalOf(world.change(spare.id, { state: 'active' }))).toEqual([409, 'card-state-conflict']);
    expect(await refusalOf(world.transfer(spare.id, newNumber()))).toEqual([409, 'card-state-conflict']);
    expect(await world.add(world.begin(), spare.identifier)).toMatchObject({ id: lost.id });
    expect(await world.transfer(lost.id, lost.identifier)).toMatchObject({ identifier_actual: lost.identifier });
  });

  it('is moved to a number by exactly one of ten simultaneous requests', async () => {
    const cards = await Promise.all(Array.from({ length: 10 }, () => world.issue()));
    const next = newNumber();
    const answers = await Promise.all(cards.map((card) => outcomeOf(world.transfer(card.id, next))));
    expect(answers.filter((each) => each === '200')).toHaveLength(1);
    expect(answers.filter((each) => each === '409,card-number-taken')).toHaveLength(9);
  });

  describe('with an expiration', () => {
    const past = '2001-01-01T00:00:00Z';
    const future = '2090-01-01T00:00:00Z';

    it.each([
      ['active', { expiration: past }, 'expired'],
      ['inactive', { expiration: past }, 'expired'],
      ['blocked', { expiration: past }, 'blocked'],
      ['blocked', { expiration: future }, 'blocked'],
      ['inactive', { expiration: future }, 'inactive'],
      ['expired', { expiration: future }, 'active'],
      ['expired', { expiration: null }, 'active'],
      ['expired', { expiration: future, state: 'blocked' }, 'blocked'],
      ['expired', { state: 'blocked' }, 'blocked'],
      ['expired', { tier: 'Standard' }, 'expired'],
      ['expired', { expiration: '2002-01-01T00:00:00Z' }, 'expired'],
      ['active', { expiration: past, state: 'blocked' }, 'blocked'],
    ])('in the state %s becomes after %j %s', async (state, change, after) => {
      const { id } = await world.issue(state === 'expired' ? { expiration: past } : {});
      if (state !== 'expired') await world.change(id, { state });
      expect(await world.change(id, change)).toMatchObject({ state: after });
      expect(await storedState(id)).toBe(after);
    });

    it('becomes active again only by a later expiration, also where an operator let it expire', async () => {
      const { id } = await world.issue();
      await world.change(id, { state: 'expired' });
      expect(await world.change(id, { tier: 'Standard' })).toMatchObject({ state: 'expired', expiration: null });
      expect(await world.change(id, { expiration: future })).toMatchObject({ state: 'active' });
    });

    it.each([{ state: 'active' }, { state: 'inactive' }, { state: 'active', expiration: past }])(
      'in the past cannot become %j',
      async (change) => {
        const { id } = await world.issue({ expiration: past });
        expect(await refusalOf(world.change(id, change))).toEqual([409, 'card-state-conflict']);
      },
    );
  });

  describe('tells its users', () => {
    /** The facts about the card since the last look, without what they all have. */
    const told = async (id: string) => {
      const rows = await world.query<{ subject: string; payload: string }>(
        `SELECT subject, payload FROM outbox WHERE payload::json->>'card_id' = $1 ORDER BY id`,
        [id],
      );
      await world.query(`DELETE FROM outbox WHERE payload::json->>'card_id' = $1`, [id]);
      return rows.map(({ subject, payload }) => {
        const { user_id, changes, state, identifier, previous_card_tier, card_tier } = JSON.parse(payload) as Record<
          string,
          unknown
        >;
        return { kind: subject.split('.').at(-1), user_id, changes, state, identifier, previous_card_tier, card_tier };
      });
    };
    const shared = async () => {
      const definition = await world.define({ users_per_card: 2, tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
      const { who, card } = await world.withCard({ definition: definition.id });
      const other = world.begin();
      await world.add(other, card.identifier);
      await told(card.id);
      return { ...card, users: [who.user_id, other.user_id] };
    };

    it('what has changed, each of them once, and nothing where nothing has', async () => {
      const { id, users, expiration, updated } = await shared();
      await world.change(id, { state: 'active', expiration, tier: 'Silver' });
      expect(await world.change(id, {})).toMatchObject({ updated });
      expect(await told(id)).toEqual([]);
      await world.change(id, { state: 'blocked', expiration: '2090-01-01T00:00:00Z' });
      expect(await told(id)).toMatchObject(
        users.map((user_id) => ({ kind: 'card-changed', user_id, changes: ['state', 'expiration'], state: 'blocked' })),
      );
      await world.change(id, { expiration: '2090-01-01T01:00:00+01:00' });
      expect(await told(id)).toEqual([]);
    });

    it('of another tier in a fact of its own, with the tier before', async () => {
      const { id, users } = await shared();
      await world.change(id, { tier: 'Gold' });
      const moved = { kind: 'card-tier-changed', previous_card_tier: 'Silver', card_tier: 'Gold' };
      expect(await told(id)).toMatchObject(users.map((user_id) => ({ ...moved, user_id })));
    });

    it('of another number once', async () => {
      const { id, users } = await shared();
      const identifier = newNumber();
      for (let time = 1; time <= 2; time += 1) await world.transfer(id, identifier);
      expect(await told(id)).toMatchObject(
        users.map((user_id) => ({ kind: 'card-changed', user_id, changes: ['number'], identifier })),
      );
    });
  });

  describe('can take over no number', () => {
    const taken = [409, 'card-number-taken'];

    it('of a card of another definition, of a blocked one, or of one that has another number itself', async () => {
      const [card, blocked, moved] = [await world.issue(), await world.issue(), await world.issue()];
      const foreign = await world.issue({ definition: (await world.define()).id });
      await world.change(blocked.id, { state: 'blocked' });
      await world.transfer(moved.id, newNumber());
      for (const { identifier } of [foreign, blocked, moved])
        expect(await refusalOf(world.transfer(card.id, identifier))).toEqual(taken);
      expect((await world.get(card.id)).identifier_actual).toBe(card.identifier);
    });

    it('that leads to another card already, and can go back to one of its own', async () => {
      const [card, other] = [await world.issue(), await world.issue()];
      const [first, second] = [newNumber(), newNumber()];
      await world.transfer(card.id, first);
      await world.transfer(card.id, second);
      expect(await refusalOf(world.transfer(other.id, first))).toEqual(taken);
      expect(await world.transfer(card.id, first)).toMatchObject({ identifier_actual: first });
      expect(await world.transfer(card.id, card.identifier)).toMatchObject({ identifier_actual: card.identifier });
      expect(await world.query('SELECT identifier_actual FROM card WHERE id = $1', [card.id])).toEqual([
        { identifier_actual: null },
      ]);
    });

    it('but that of a card without users, also an inactive one', async () => {
      const [card, spare] = [await world.issue(), await world.issue()];
      await world.change(spare.id, { state: 'inactive' });
      expect(await world.transfer(card.id, spare.identifier)).toMatchObject({ identifier_actual: spare.identifier });
    });
  });
});
