import { cardChanged, cardRepresentation, featureCard, withdrawCard, type UserCards } from '@ces/contracts/cards/cards';
import { cardsAnswer } from '@ces/testing/gateway/card-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { CardsWorld, refusalOf, type Registrant } from '../../test/cards-world.js';

describe('the cards of a user', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
  });

  afterAll(() => world.stop());

  const feature = ({ user_id }: Registrant, card_id: string) =>
    world.bus.call(featureCard, { user_id, card_id, locale: 'en_GB' });
  const withdraw = (user_id: string, card_id: string) =>
    world.bus.call(withdrawCard, { user_id, card_id, locale: 'en_GB' });

  describe('in row 21', () => {
    const valid = new Ajv2020({ allErrors: true }).compile(cardsAnswer);

    it('have every field of the specification, nulls included, and no other', async () => {
      const full = await world.define({
        representation: { name: 'aztec', card_layout: 'wide', data: [{ any: ['thing\u0000'] }] },
        card_presentation: { show_buttons: true, buttons: [{ label: 'Map' }], data_fields: ['firstName'] },
        tiers: [{ name: 'Gold', card_count: 100, image: { src: 'https://cdn.example/g.png', alt: 'Gold' } }],
        display_groups_of: 4,
      });
      const { who, card } = await world.withCard();
      const second = await world.issue({ definition: full.id, expiration: '2090-01-02T03:04:05+01:00' });
      await world.add(who, second.identifier);
      const answer: UserCards = { cards: await world.cardsOf(who) };
      expect(valid(answer) ? [] : valid.errors).toEqual([]);
      const { cards } = answer;
      expect(cards[0]).toEqual(card);
      expect(cards[0]).toMatchObject({ display_number: null, expiration: null, card_tier: { card_count: null } });
      expect(cards[1]).toMatchObject({
        expiration: '2090-01-02T02:04:05.000+00:00',
        display_number: second.identifier.replace(/(.{4})/g, '$1 ').trim(),
        card_definition: { representation: { name: 'aztec', data: [{ any: ['thing\u0000'] }] } },
        card_tier: { name: 'Gold', card_count: 100 },
      });
    });

    it.each([
      [{ state: 'active' }, 'active', ['Active', 'Actief', 'Aktiv']],
      [{ state: 'inactive' }, 'inactive', ['Inactive', 'Inactief', 'Inaktiv']],
      [{ state: 'blocked' }, 'blocked', ['Blocked', 'Geblokkeerd', 'Gesperrt']],
      [{ expiration: '2001-01-01T00:00:00+00:00' }, 'expired', ['Expired', 'Verlopen', 'Abgelaufen']],
    ])('after %j have the state %s, and `state_text` is the localised text', async (change, state, texts) => {
      const { who, card } = await world.withCard();
      await world.change(card.id, change);
      const said = [];
      for (const locale of ['en_GB', 'nl_NL', 'de_DE']) {
        const [shown] = await world.cardsOf(who, locale);
        expect(shown?.state).toBe(state);
        said.push(shown?.state_text);
      }
      expect(said).toEqual(texts);
    });

    it('say the state in English where the language has no texts', async () => {
      const { who } = await world.withCard();
      expect(await world.cardsOf(who, 'xx_XX')).toMatchObject([{ state_text: 'Active' }]);
    });

    it('are empty without a card', async () => {
      expect(await world.cardsOf(world.begin())).toEqual([]);
    });

    it('begin with the featured card, and only that one is featured', async () => {
      const { who, card } = await world.withCard();
      const second = await world.issue();
      await world.add(who, second.identifier);
      expect((await world.cardsOf(who)).map((each) => each.id)).toEqual([card.id, second.id]);
      expect(await feature(who, second.id)).toMatchObject({ id: second.id, user_id_featured: { [who.user_id]: true } });
      const cards = await world.cardsOf(who);
      expect(cards.map((each) => each.id)).toEqual([second.id, card.id]);
      expect(cards.map((each) => each.user_id_featured[who.user_id])).toEqual([true, false]);
    });
  });

  it('can be taken off the account; then the newest of the others is featured', async () => {
    const { who, card } = await world.withCard();
    const second = await world.issue();
    await world.add(who, second.identifier);
    expect(await world.remove(who, card.id)).toEqual({ deleted: true });
    expect(await world.cardsOf(who)).toMatchObject([{ id: second.id, user_id_featured: { [who.user_id]: true } }]);
  });

  it('are taken off by an operator where the definition does not let users do so', async () => {
    const fixed = await world.define({ users_may_remove: false });
    const { who, card } = await world.withCard({ definition: fixed.id });
    expect(card.user_id_deletable).toEqual({ [who.user_id]: false });
    expect(await refusalOf(world.remove(who, card.id))).toEqual([409, 'card-not-removable']);
    expect(await withdraw(who.user_id, card.id)).toEqual({ deleted: true });
    expect(await world.cardsOf(who)).toEqual([]);
    for (const [user, id] of [
      [who.user_id, card.id],
      ['a\0', card.id],
      ['y', 'x'],
    ] as const)
      expect(await refusalOf(withdraw(user, id))).toEqual([404, 'card-not-found']);
  });

  it('cannot be featured, removed or seen by another user', async () => {
    const { card } = await world.withCard();
    const other = world.begin();
    const image = (card_id: string, format: 'svg' | 'png') =>
      world.bus.call(cardRepresentation, { user_id: other.user_id, card_id, format });
    for (const call of [
      () => feature(other, card.id),
      () => world.remove(other, card.id),
      () => image(card.id, 'svg'),
      () => image('x', 'png'),
    ])
      expect(await refusalOf(call())).toEqual([404, 'card-not-found']);
  });

  it('tell which one is featured from now on, and nothing when it was featured before', async () => {
    const { who, card } = await world.withCard();
    const second = await world.issue();
    await world.add(who, second.identifier);
    await world.query('DELETE FROM outbox');
    await feature(who, card.id);
    expect(await told(who)).toEqual([]);
    await feature(who, second.id);
    expect(await told(who)).toMatchObject([{ card_id: second.id, changes: ['featured'] }]);
  });

  it('keep their featured card when another one is taken off', async () => {
    const { who, card } = await world.withCard();
    const second = await world.issue();
    await world.add(who, second.identifier);
    await world.query('DELETE FROM outbox');
    await world.remove(who, second.id);
    expect(await world.cardsOf(who)).toMatchObject([{ id: card.id, user_id_featured: { [who.user_id]: true } }]);
    expect(await told(who)).toMatchObject([{ card_id: second.id, changes: ['removed'] }]);
    expect(await refusalOf(world.remove(who, second.id))).toEqual([404, 'card-not-found']);
  });

  it('are featured by the newest that is left, and the one that is added next is not', async () => {
    const { who, card } = await world.withCard();
    const added: string[] = [];
    for (let more = 1; more <= 3; more += 1) {
      const { id, identifier } = await world.issue();
      await world.add(who, identifier);
      added.push(id);
    }
    await world.query('DELETE FROM outbox');
    await world.remove(who, card.id);
    expect(await told(who)).toMatchObject([
      { card_id: card.id, changes: ['removed'] },
      { card_id: added[2], changes: ['featured'] },
    ]);
    expect((await world.cardsOf(who)).map(({ id }) => id)).toEqual([added[2], added[1], added[0]]);
  });

  it('are taken off one account, and stay on the others', async () => {
    const definition = await world.define({ users_per_card: 2 });
    const { who, card } = await world.withCard({ definition: definition.id });
    const other = world.begin();
    await world.add(other, card.identifier);
    await world.query('DELETE FROM outbox');
    await world.remove(who, card.id);
    expect([await told(who), await told(other)]).toMatchObject([[{ changes: ['removed'] }], []]);
    expect(await world.cardsOf(other)).toMatchObject([{ id: card.id, user_id: [other.user_id] }]);
    expect(await world.add(world.begin(), card.identifier)).toMatchObject({ id: card.id });
  });

  /** The changes of cards that the user was told of. */
  async function told({ user_id }: Registrant): Promise<object[]> {
    const rows = await world.query<{ payload: string }>(
      `SELECT payload FROM outbox WHERE subject = $1 AND payload::json->>'user_id' = $2 ORDER BY id`,
      [cardChanged.subject, user_id],
    );
    return rows.map(({ payload }) => JSON.parse(payload) as object);
  }
});
