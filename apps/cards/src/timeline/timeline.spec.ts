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

  it('has each entry once on pages of one entry, also if all happened at one moment', async () => {
    const optins = new OptinsWorld(world);
    const { who } = await world.withCard();
    const ids: string[] = [];
    for (const name of ['Mail', 'Phone', 'Post']) ids.push((await optins.define(name, { can_be_updated: true })).id);
    await optins.change(
      who,
      'token',
      ids.map((optin_id) => ({ optin_id, optin: true })),
    );
    const moment = `'2026-11-27 10:00:00.123456Z'`;
    // The service itself never changes a consent.
    await world.query('ALTER TABLE consent DISABLE TRIGGER USER');
    await world.query(`UPDATE consent SET given_at = ${moment} WHERE user_id = $1`, [who.user_id]);
    await world.query(`UPDATE card_holder SET added_at = ${moment} WHERE user_id = $1`, [who.user_id]);
    const read = (at_most: number, before?: string) =>
      world.bus.call(timelineOf('cards'), {
        ...{ user_id: who.user_id, at_most, types: [...timelineTypes.cards] },
        ...(before === undefined ? {} : { before }),
      });
    const whole = await read(10);
    expect(new Set(whole.map(({ id }) => id.slice(0, 18))).size).toBe(1);
    expect(whole).toHaveLength(4);
    const oneByOne: typeof whole = [];
    for (let page = await read(1); page.length > 0; page = await read(1, page[0]?.id)) oneByOne.push(...page);
    expect(oneByOne).toEqual(whole);
  });
});
