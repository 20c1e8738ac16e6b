import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { CardsWorld, newNumber, outcomeOf, refusalOf } from '../../test/cards-world.js';

describe('a card in the hands of operators', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
  }, 60_000);

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
});
