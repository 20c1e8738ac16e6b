import { timelineOf, timelineTypes } from '@ces/contracts/timeline';
import { CardsWorld } from '../../test/cards-world.js';
import { OptinsWorld } from '../../test/optins-world.js';

describe('the timeline of a user in cards', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
  });

  afterAll(() => world.stop());

  it('has added cards and each answer to an opt-in, newest first, page by page', async () => {
    const optins = new OptinsWorld(world);
    const { id } = await optins.define('Newsletter', { can_be_updated: true });
    const { who, card } = await world.withCard();
    for (const optin of [true, false]) await optins.change(who, 'token', [{ optin_id: id, optin }]);
    const read = (more: object = {}) =>
      world.bus.call(timelineOf('cards'), {
        ...{ user_id: who.user_id, at_most: 10, types: [...timelineTypes.cards] },
        ...more,
      });
    const entries = await read();
    expect(entries.map(({ title }) => title)).toEqual([
      'Opted out of Newsletter',
      'Opted in to Newsletter',
      `Card ${card.identifier} added`,
    ]);
    expect(entries[0]?.data).toMatchObject({ optin_id: id, opted_in: false, source: 'account' });
    expect(await read({ at_most: 1 })).toEqual(entries.slice(0, 1));
    expect(await read({ before: entries[0]?.id })).toEqual(entries.slice(1));
    expect(await read({ types: ['card-added'] })).toEqual(entries.slice(2));
    expect(await read({ types: ['user-created'] })).toEqual([]);
  });
});
