import { importMemberParts, type MemberParts } from '@ces/contracts/cards/member-parts';
import { CardsWorld, newNumber, type Registrant } from '../../test/cards-world.js';
import { OptinsWorld } from '../../test/optins-world.js';

describe('cards and opt-ins of imported members', () => {
  let world: CardsWorld;
  let optins: OptinsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
    optins = new OptinsWorld(world);
  }, 60_000);

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
      updates: [{ opted_in: true, updated: '2021-05-03T10:00:00.000+00:00', source: 'import: paper form' }],
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
});
