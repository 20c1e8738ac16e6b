import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource } from 'typeorm';
import { CardsWorld, newNumber, outcomeOf, pointersOf, refusalOf } from '../../test/cards-world.js';

describe('issuing cards', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
  });

  afterAll(() => world.stop());

  it('makes all cards of a list or none', async () => {
    const taken = await world.issue();
    const [free, other] = [newNumber(), newNumber()];
    const refused = () => world.issueAll({ identifiers: [free, taken.identifier, other] });
    expect(await refusalOf(refused())).toEqual([409, 'card-number-taken']);
    expect(await pointersOf(refused())).toEqual(['#/identifiers/1']);
    const issued = await world.issueAll({ identifiers: [free, other] });
    expect(issued).toMatchObject([{ identifier: free, definition: 'default', state: 'active' }, { identifier: other }]);
    expect(issued).toHaveLength(2);
  });

  it.each([
    [{ identifiers: [] }, 400, 'validation-failed'],
    [{ identifiers: ['a', 'a'] }, 400, 'validation-failed'],
    [{ identifiers: ['ünï'] }, 400, 'validation-failed'],
    [{ identifiers: ['a'], definition: 'nothing' }, 400, 'card-definition-unknown'],
    [{ identifiers: ['a'], tier: 'nothing' }, 400, 'card-definition-unknown'],
    [{ identifiers: ['a'], expiration: '2030-01-01' }, 400, 'validation-failed'],
  ])('refuses %j', async (request, status, reason) => {
    expect(await refusalOf(world.issue(request))).toEqual([status, reason]);
  });

  it('makes cards expired from the start when their expiration has passed', async () => {
    expect(await world.issue({ expiration: '2001-01-01T00:00:00Z' })).toMatchObject({
      state: 'expired',
      expiration: '2001-01-01T00:00:00.000+00:00',
    });
  });

  it.each([
    '2030-W01-1T00:00:00Z',
    '2030-001T00:00:00Z',
    '2030-01-01T24:00:00Z',
    '2030-01-01T00:00:60Z',
    '2030-01-01T00Z',
    '2030-01-01T00:00:00,5Z',
    '2030-01-01T00:00:00+01',
    '2030-02-30T00:00:00Z',
    '+12030-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '20300101T000000Z',
  ])('%s is no expiration, or one that can be kept', async (expiration) => {
    const { id } = await world.issue();
    for (const call of [() => world.issue({ expiration }), () => world.change(id, { expiration })])
      expect(['200', '400,validation-failed']).toContain(await outcomeOf(call()));
  });

  it('takes the first tier in use where none is named, and a tier by its name or id', async () => {
    const { id, tiers } = await world.define({ tiers: [{ name: 'Old' }, { name: 'Silver' }, { name: 'Gold' }] });
    const [old, silver, gold] = tiers.map(({ card_tier_id }) => card_tier_id);
    const rest = [
      { card_tier_id: silver, name: 'Silver' },
      { card_tier_id: gold, name: 'Gold' },
    ];
    await world.putDefinition(id, { name: id, tiers: rest });
    expect(await world.issue({ definition: id })).toMatchObject({ tier: 'Silver' });
    expect(await world.issue({ definition: id, tier: gold })).toMatchObject({ tier: 'Gold' });
    for (const tier of ['Old', old]) {
      expect(await pointersOf(world.issue({ definition: id, tier }))).toEqual(['#/tier']);
    }
    expect(await pointersOf(world.issue({ definition: 'nothing' }))).toEqual(['#/definition']);
  });

  it('makes the cards of one of two lists at once that share numbers, in whatever order each names them', async () => {
    const numbers = [newNumber(), newNumber(), newNumber()].sort();
    const [, middle] = numbers;
    const session = world.service.app.get(DataSource).createQueryRunner();
    await session.startTransaction();
    await session.query(
      `INSERT INTO card (id, tier_id, identifier) SELECT gen_random_uuid(), id, $1 FROM card_tier LIMIT 1`,
      [middle],
    );
    const lists = [numbers, numbers.toReversed()];
    const answers = lists.map((identifiers) => outcomeOf(world.issueAll({ identifiers })));
    await untilBlocked(session, { count: 2 });
    await session.rollbackTransaction();
    await session.release();
    expect((await Promise.all(answers)).sort()).toEqual(['200', '409,card-number-taken']);
  });
});
