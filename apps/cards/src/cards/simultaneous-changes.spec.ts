import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import { randomUUID } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { duringChange } from '../../test/during-change.js';
import { CardsWorld } from '../../test/cards-world.js';

describe('two changes of a card at the same time', () => {
  let world: CardsWorld;
  let definition: CardDefinition;

  beforeAll(async () => {
    world = await CardsWorld.start();
    const tiers = [{ name: 'Silver' }, { name: 'Gold' }];
    definition = await world.define({ name: 'two', users_per_card: 2, tiers });
  });

  afterAll(() => world.stop());

  const issue = () => world.issue({ definition: definition.id });
  const toGold = (id: string) => (session: QueryRunner) =>
    session.query('UPDATE card SET tier_id = $2 WHERE id = $1', [id, definition.tiers[1]?.card_tier_id]);

  it('show the new tier of a card whose tier changes meanwhile', async () => {
    const [one, two, three] = [await issue(), await issue(), await issue()];
    const who = world.begin();
    const gold = { card_tier: { name: 'Gold' } };
    expect(await duringChange(world, toGold(one.id), () => world.add(who, one.identifier))).toMatchObject(gold);
    expect(await duringChange(world, toGold(two.id), () => world.transfer(two.id, randomUUID()))).toMatchObject(gold);
    expect(
      await duringChange(world, toGold(three.id), () => world.change(three.id, { state: 'blocked' })),
    ).toMatchObject(gold);
  });

  it('find the card that takes over the number meanwhile', async () => {
    const [spare, lost] = [await issue(), await issue()];
    const answer = await duringChange(
      world,
      async (session) => {
        await session.query('UPDATE card SET identifier_actual = $2 WHERE id = $1', [lost.id, spare.identifier]);
        await session.query(`UPDATE card SET state = 'replaced', replaced_by = $2 WHERE id = $1`, [spare.id, lost.id]);
      },
      () => world.add(world.begin(), spare.identifier),
    );
    expect(answer).toMatchObject({ id: lost.id, identifier_actual: spare.identifier });
  });

  it('let a change tell a user of the card before the card is removed', async () => {
    const card = await issue();
    const who = world.begin();
    await world.add(who, card.identifier);
    expect(await duringChange(world, toGold(card.id), () => world.remove(who, card.id))).toEqual({ deleted: true });
  });
});
