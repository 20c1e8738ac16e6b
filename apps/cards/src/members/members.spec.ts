import { importMemberParts, type MemberParts } from '@ces/contracts/cards/member-parts';
import { CardsWorld, newNumber, type Registrant } from '../../test/cards-world.js';
import { OptinsWorld } from '../../test/optins-world.js';

describe('cards and opt-ins of imported members', () => {
  let world: CardsWorld;
  let optins: OptinsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
    optins = new OptinsWorld(world);
  });

  afterAll(() => world.stop());

  const importAll = (members: (Partial<MemberParts> & { user_id: string | null })[], dry_run = false) =>
    world.bus.call(importMemberParts, {
      dry_run,
      members: members.map((each) => ({ cards: [], optins: [], ...each })),
    });
  const importOne = async (who: Registrant, parts: Partial<MemberParts>) => {
    const [result] = await importAll([{ user_id: who.user_id, ...parts }]);
    return result;
  };
  const codes = (result: { faults: { pointer: string; code: string }[] } | undefined) =>
    result?.faults.map(({ pointer, code }) => [pointer, code]);
  const answer = (optin_id: string, at: string, opted_in = true) => ({ optin_id, at, opted_in, source: 'paper form' });
  const facts = async () => (await world.query('SELECT count(*) AS n FROM outbox'))[0]?.n;

  it('issues cards with new numbers, puts free ones on the account, and tells no fact', async () => {
    const gold = await world.define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
    const who = world.begin();
    const before = await world.issue();
    const number = newNumber();
    const cards = [
      { identifier: number, definition: gold.name, tier: 'Gold', expiration: '2090-01-01T00:00:00Z' },
      { identifier: before.identifier },
    ];
    const gold90 = { card_tier: { name: 'Gold' }, expiration: '2090-01-01T00:00:00.000+00:00' };
    const told = await facts();
    expect(await importOne(who, { cards })).toEqual({ changed: true, faults: [] });
    expect(await world.cardsOf(who)).toMatchObject([
      { identifier: number, state: 'active', ...gold90 },
      { id: before.id },
    ]);
    expect(await importOne(who, { cards })).toEqual({ changed: false, faults: [] });
    expect(await facts()).toBe(told);
  });

  it('refuses cards of others, blocked ones, unknown definitions and more than an account may have', async () => {
    const [who, other] = [world.begin(), world.begin()];
    const taken = newNumber();
    await importOne(other, { cards: [{ identifier: taken }] });
    const blocked = await world.issue();
    await world.change(blocked.id, { state: 'blocked' });
    const cards = [
      { identifier: taken },
      { identifier: blocked.identifier },
      { identifier: newNumber(), definition: 'nothing' },
      { identifier: newNumber() },
    ];
    expect(codes(await importOne(who, { cards }))).toEqual([
      ['#/cards/0/identifier', 'card-taken'],
      ['#/cards/1/identifier', 'card-not-usable'],
      ['#/cards/2/definition', 'unknown'],
    ]);
    expect(await world.cardsOf(who)).toEqual([]);
  });

  it('refuses an unknown definition or tier also where the number is that of a free card', async () => {
    const who = world.begin();
    const { identifier } = await world.issue();
    const unknown = [['#/cards/0/definition', 'unknown']];
    for (const wrong of [{ definition: 'no-such-definition' }, { definition: 'default', tier: 'no-such-tier' }])
      expect(codes(await importOne(who, { cards: [{ identifier, ...wrong }] }))).toEqual(unknown);
    expect(await world.cardsOf(who)).toEqual([]);
    expect(await importOne(who, { cards: [{ identifier, definition: 'default' }] })).toMatchObject({ faults: [] });
  });

  it('keeps answers with their dates and places, once, and tells no fact', async () => {
    const news = await optins.define('News');
    const who = world.begin();
    const told = await facts();
    const parts = { optins: [answer(news.id, '2021-05-03T10:00:00Z')] };
    expect(await importOne(who, parts)).toEqual({ changed: true, faults: [] });
    expect(await importOne(who, parts)).toEqual({ changed: false, faults: [] });
    const [shown] = (await optins.asked(who, 'token')).filter(({ id }) => id === news.id);
    expect(shown).toMatchObject({
      opted_in: true,
      updates: [{ opted_in: true, updated: '2021-05-03T10:00:00.000Z', source: 'import: paper form' }],
    });
    expect(await facts()).toBe(told);
  });

  it('never replaces a later answer, refuses the future and unknown opt-ins', async () => {
    const news = await optins.define('News');
    const who = world.begin();
    const old = answer(news.id, '2021-05-03T10:00:00Z');
    await importOne(who, { optins: [old] });
    await optins.answerAs(who, { optin_id: news.id, optin: false });
    expect(await importOne(who, { optins: [old] })).toEqual({ changed: false, faults: [] });
    const other = answer(news.id, '2022-01-01T00:00:00Z');
    expect(codes(await importOne(who, { optins: [other] }))).toEqual([['#/optins/0/at', 'answered-later']]);
    const refused = [answer(news.id, '2999-01-01T00:00:00Z'), answer('nothing', '2021-01-01T00:00:00Z')];
    expect(codes(await importOne(who, { optins: refused }))).toEqual([
      ['#/optins/0/at', 'future'],
      ['#/optins/1/optin_id', 'unknown'],
    ]);
  });

  it('writes nothing for a dry run, for a member with a fault, and for an erased user', async () => {
    const [who, other, gone] = [world.begin(), world.begin(), world.begin()];
    await world.query('INSERT INTO erased_user (user_hash) VALUES (sha256($1::text::bytea))', [gone.user_id]);
    const cards = () => [{ identifier: newNumber() }];
    const dry = [
      { user_id: null, cards: cards() },
      { user_id: who.user_id, cards: cards() },
    ];
    expect(await importAll(dry, true)).toEqual(dry.map(() => ({ changed: true, faults: [] })));
    const optin = [answer('nothing', '2021-01-01T00:00:00Z')];
    const results = await importAll([
      { user_id: who.user_id, cards: cards(), optins: optin },
      { user_id: gone.user_id, cards: cards() },
      { user_id: other.user_id, cards: cards() },
    ]);
    expect(results.map(({ faults }) => faults.length)).toEqual([1, 1, 0]);
    expect(await world.cardsOf(who)).toEqual([]);
    expect(await world.cardsOf(gone)).toEqual([]);
    expect(await world.cardsOf(other)).toHaveLength(1);
  });

  it('features the first card of an account that has none featured, and lets users remove what the definition lets them', async () => {
    const [who, fixed] = [world.begin(), await world.define({ users_may_remove: false })];
    const [first, second] = [newNumber(), newNumber()];
    await importOne(who, { cards: [{ identifier: first, definition: fixed.id }, { identifier: second }] });
    await importOne(who, { cards: [{ identifier: newNumber() }] });
    const cards = await world.cardsOf(who);
    expect(cards.map((card) => card.user_id_featured[who.user_id])).toEqual([true, false, false]);
    expect(cards[0]).toMatchObject({ identifier: first, user_id_deletable: { [who.user_id]: false } });
    expect(cards.find(({ identifier }) => identifier === second)?.user_id_deletable).toEqual({ [who.user_id]: true });
  });

  it('fills an account up to its limit, cards that it has included, and not beyond', async () => {
    const who = world.begin();
    const numbers = Array.from({ length: 51 }, newNumber);
    const cards = numbers.map((identifier) => ({ identifier }));
    expect(await importOne(who, { cards: cards.slice(0, 49) })).toEqual({ changed: true, faults: [] });
    expect(codes(await importOne(who, { cards }))).toEqual([['#/cards', 'card-limit-reached']]);
    expect(await world.cardsOf(who)).toHaveLength(49);
    expect(await importOne(who, { cards: cards.slice(0, 50) })).toEqual({ changed: true, faults: [] });
    expect(await importOne(who, { cards: cards.slice(0, 50) })).toEqual({ changed: false, faults: [] });
  });

  it('shares a card as far as its definition lets it', async () => {
    const shared = await world.define({ users_per_card: 2 });
    const { identifier } = await world.issue({ definition: shared.id });
    const users = [world.begin(), world.begin(), world.begin()];
    const results = [];
    for (const who of users) results.push(await importOne(who, { cards: [{ identifier }] }));
    expect(results.map((result) => codes(result)?.[0]?.[1])).toEqual([undefined, undefined, 'card-taken']);
  });

  it('refuses numbers that were replaced, have expired, or lead to a card under another number', async () => {
    const [lost, spare, expired] = [await world.issue(), await world.issue(), await world.issue()];
    await world.transfer(lost.id, spare.identifier);
    await world.query('UPDATE card SET expiration = now() WHERE id = $1', [expired.id]);
    const cards = [lost, spare, expired].map(({ identifier }) => ({ identifier }));
    expect(codes(await importOne(world.begin(), { cards }))).toEqual(
      [0, 1, 2].map((index) => [`#/cards/${index}/identifier`, 'card-not-usable']),
    );
  });

  it('issues a card expired whose moment has passed', async () => {
    const [who, identifier] = [world.begin(), newNumber()];
    await importOne(who, { cards: [{ identifier, expiration: '2001-01-01T00:00:00Z' }] });
    expect(await world.cardsOf(who)).toMatchObject([{ identifier, state: 'expired' }]);
  });

  it('keeps several answers to one opt-in in the order of their dates, however they stand in the line', async () => {
    const news = await optins.define('News');
    const who = world.begin();
    const given = [
      answer(news.id, '2022-01-01T00:00:00Z', false),
      answer(news.id.toUpperCase(), '2021-01-01T00:00:00Z'),
    ];
    expect(await importOne(who, { optins: given })).toEqual({ changed: true, faults: [] });
    expect(await importOne(who, { optins: given })).toEqual({ changed: false, faults: [] });
    const [shown] = (await optins.asked(who, 'token')).filter(({ id }) => id === news.id);
    expect(shown?.updates.map(({ opted_in }) => opted_in)).toEqual([true, false]);
    const same = answer(news.id, '2022-01-01T00:00:00Z', true);
    expect(codes(await importOne(who, { optins: [same] }))).toEqual([['#/optins/0/at', 'answered-later']]);
  });

  it('finds an answer again whose moment has more digits than the database', async () => {
    const news = await optins.define('News');
    const parts = { optins: [answer(news.id, '2021-12-31T23:59:59.9999999Z')] };
    const who = world.begin();
    expect(await importOne(who, parts)).toEqual({ changed: true, faults: [] });
    expect(await importOne(who, parts)).toEqual({ changed: false, faults: [] });
  });

  it('takes no answer to a retired opt-in', async () => {
    const news = await optins.define('News');
    await optins.retire(news.id);
    const result = await importOne(world.begin(), { optins: [answer(news.id, '2021-01-01T00:00:00Z')] });
    expect(codes(result)).toEqual([['#/optins/0/optin_id', 'unknown']]);
  });
});
