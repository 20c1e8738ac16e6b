import { audienceOf, knownToCards } from '@ces/contracts/cards/audience';
import { cardsAudience, countCardsAudience } from '@ces/contracts/cards/audience-size';
import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import { randomUUID } from 'node:crypto';
import { CardsWorld, type Registrant } from '../../test/cards-world.js';
import { OptinsWorld } from '../../test/optins-world.js';

describe('the audience of a campaign', () => {
  let world: CardsWorld;
  let optins: OptinsWorld;
  let definition: CardDefinition;

  beforeAll(async () => {
    world = await CardsWorld.start();
    optins = new OptinsWorld(world);
    const tiers = [{ name: 'Silver' }, { name: 'Gold' }];
    definition = await world.define({ name: `loyalty ${randomUUID()}`, users_per_card: 2, tiers });
  });

  afterAll(() => world.stop());

  const audience = (...users: Registrant[]) =>
    world.bus.call(audienceOf, { user_ids: users.map((user) => user.user_id) });
  const cardFor = async (users: Registrant[], more: object = {}) => {
    const { id, identifier } = await world.issue({ definition: definition.id, ...more });
    for (const user of users) await world.add(user, identifier);
    return id;
  };
  const define = async (name: string) => (await optins.define(name)).id;
  const say = (who: Registrant, optin_id: string, optin: boolean) => optins.answer(who, { optin_id, optin });

  it('names the active cards of each user with definition and tier, in the order asked', async () => {
    const [one, two, none] = [world.begin(), world.begin(), world.begin()];
    const shared = await cardFor([one, two]);
    const gold = await cardFor([two], { tier: 'Gold' });
    const [silverTier, goldTier] = definition.tiers.map((tier) => tier.card_tier_id);
    const card = (card_id: string, card_tier_id: string | undefined) =>
      ({ card_id, card_definition: definition.name, card_tier_id, state: 'active' }) as const;
    expect(await audience(two, none, one)).toEqual([
      { user_id: two.user_id, cards: [card(shared, silverTier), card(gold, goldTier)], optins: [] },
      { user_id: none.user_id, cards: [], optins: [] },
      { user_id: one.user_id, cards: [card(shared, silverTier)], optins: [] },
    ]);
  });

  it('follows tier and state at once, also an expiration that the chore has not seen yet', async () => {
    const who = world.begin();
    const [blocked, expiring, moved] = [await cardFor([who]), await cardFor([who]), await cardFor([who])];
    await world.change(moved, { tier: 'Gold' });
    await world.change(blocked, { state: 'blocked' });
    await world.query(`UPDATE card SET expiration = now() - interval '1 second' WHERE id = $1`, [expiring]);
    const [found] = await audience(who);
    expect(found?.cards).toMatchObject([{ card_id: moved, card_tier_id: definition.tiers[1]?.card_tier_id }]);
  });

  it('names the opt-ins that are given right now, a retired one until it is withdrawn', async () => {
    const [news, offers, terms] = [await define('news'), await define('offers'), await define('terms')];
    const [who, other] = [world.begin(), world.begin()];
    for (const optin of [news, offers, terms]) await say(who, optin, true);
    await say(who, offers, false);
    await say(other, offers, false);
    await optins.retire(terms);
    expect((await audience(who, other)).map((each) => each.optins)).toEqual([[news, terms], []]);
    await optins.answerAs(who, { optin_id: terms, optin: false });
    expect((await audience(who))[0]?.optins).toEqual([news]);
  });

  it('knows opt-ins and tiers by their ids, also those that are retired, and no others', async () => {
    const { id, tiers } = await world.define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
    await world.putDefinition(id, { name: id, tiers: [{ name: 'Gold' }] });
    const card_tiers = tiers.map((tier) => tier.card_tier_id);
    const optin = await define('retired');
    await optins.retire(optin);
    const known = await world.bus.call(knownToCards, {
      optins: ['x', randomUUID(), optin],
      card_tiers: [...card_tiers, randomUUID(), 'Gold'],
    });
    expect([known.optins, known.card_tiers.sort()]).toEqual([[optin], card_tiers.sort()]);
    expect(await world.bus.call(knownToCards, { optins: [], card_tiers: [] })).toEqual({ optins: [], card_tiers: [] });
  });

  it('is counted and listed as a set of users, by tiers and by the newest answers to opt-ins', async () => {
    const [one, two, three] = [world.begin(), world.begin(), world.begin()];
    const [silver = '', gold = ''] = definition.tiers.map((tier) => tier.card_tier_id);
    await cardFor([one, two], { tier: 'Gold' });
    await cardFor([one], { tier: 'Gold' });
    await cardFor([three], { tier: 'Gold', expiration: '2020-01-01T00:00:00Z' }).catch(() => undefined);
    const [news, offers] = [await define('news'), await define('offers')];
    for (const who of [one, two, three]) await say(who, news, true);
    await say(one, offers, true);
    await say(two, offers, true);
    await say(two, offers, false);
    const all = [one, two, three].map(({ user_id }) => user_id);
    const ask = async (given: string[], card_tiers: string[]) => {
      const wanted = { optins: given, card_tiers };
      const { users } = await world.bus.call(countCardsAudience, { ...wanted, among: all });
      const { user_ids } = await world.bus.call(cardsAudience, { ...wanted, after: '', limit: 20_000 });
      const known = user_ids.filter((id) => all.includes(id));
      expect(known).toEqual([...known].sort());
      return { users, who: known.map((id) => all.indexOf(id)).sort() };
    };
    expect(await ask([], [gold])).toEqual({ users: 2, who: [0, 1] });
    expect(await ask([], [silver, 'x'])).toEqual({ users: 0, who: [] });
    expect(await ask([news], [])).toEqual({ users: 3, who: [0, 1, 2] });
    expect(await ask([news, offers], [])).toEqual({ users: 1, who: [0] });
    expect(await ask([offers], [gold, silver])).toEqual({ users: 1, who: [0] });
    expect(await ask([news, randomUUID()], [gold])).toEqual({ users: 0, who: [] });
    expect(await ask(['x'], [gold])).toEqual({ users: 0, who: [] });
    const everyone = await world.bus.call(countCardsAudience, { optins: [], card_tiers: [gold] });
    const listed = await world.bus.call(cardsAudience, { optins: [], card_tiers: [gold], after: '', limit: 20_000 });
    expect(everyone.users).toBe(listed.user_ids.length);
  });

  it('answers for a thousand users at once, and refuses more users and answers that do not fit into one reply', async () => {
    const user_ids = Array.from({ length: 1_000 }, (_, i) => `U${i}`.padEnd(25, 'x'));
    await world.query(
      `WITH made AS (
         INSERT INTO card (id, tier_id, identifier) SELECT gen_random_uuid(), $1, 'load ' || n
           FROM generate_series(1, 50) AS n RETURNING id
       ) INSERT INTO card_holder (user_id, card_id, featured, removable)
         SELECT user_id, id, false, true FROM unnest($2::text[]) AS user_id, made`,
      [definition.tiers[0]?.card_tier_id, user_ids],
    );
    const some = await world.bus.call(audienceOf, { user_ids: user_ids.slice(0, 50) });
    expect(some.map((each) => [each.user_id, each.cards.length])).toEqual(user_ids.slice(0, 50).map((id) => [id, 50]));
    await expect(world.bus.call(audienceOf, { user_ids })).rejects.toMatchObject({ code: 'body-too-large' });
    await world.query(`DELETE FROM card_holder WHERE user_id LIKE 'U%x'`);
    expect(await world.bus.call(audienceOf, { user_ids })).toHaveLength(1_000);
    await expect(world.bus.call(audienceOf, { user_ids: [...user_ids, 'one more'] })).rejects.toMatchObject({
      code: 'validation-failed',
    });
    await expect(world.bus.call(audienceOf, { user_ids: ['\0'] })).rejects.toMatchObject({ code: 'validation-failed' });
  });
});
