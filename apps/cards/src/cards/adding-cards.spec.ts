import { CardsWorld, newNumber, outcomeOf, refusalOf } from '../../test/cards-world.js';

describe('adding a card to an account, row 18', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start({ CARDS_PER_USER: '3' });
  });

  afterAll(() => world.stop());

  it('adds a card to the account that is being registered, and closes its step at once', async () => {
    const who = world.begin();
    expect(await world.openSteps(who)).toMatchObject({ card: true });
    const { id, identifier } = await world.issue();
    expect(await world.add(who, identifier)).toMatchObject({
      id,
      identifier,
      user_id: [who.user_id],
      user_id_featured: { [who.user_id]: true },
    });
    expect(await world.openSteps(who)).toMatchObject({ card: false });
  });

  it("adds a card to the account of a token's user, without a nonce", async () => {
    const [who, { identifier }] = [world.begin(), await world.issue()];
    const card = await world.addAs(who, identifier);
    expect(card).toMatchObject({ identifier, user_id: [who.user_id] });
    expect(await world.cardsOf(who)).toMatchObject([{ id: card.id }]);
  });

  it('lets an operator add a card to an open account, by the same rules', async () => {
    const [who, { identifier }] = [world.begin(), await world.issue()];
    const card = await world.link(who, identifier);
    expect(card).toMatchObject({ identifier, user_id: [who.user_id] });
    expect(await world.link(who, identifier)).toEqual(card);
    expect(await world.cardsOf(who)).toMatchObject([{ id: card.id }]);
    expect(await refusalOf(world.link(world.begin(), identifier))).toEqual([409, 'card-taken']);
    expect(await refusalOf(world.link({ user_id: 'A'.repeat(25) }, identifier))).toEqual([404, 'user-not-found']);
  });

  it('does not count the misses of an operator', async () => {
    const [who, { identifier }] = [world.begin(), await world.issue()];
    for (let miss = 1; miss <= 6; miss += 1)
      expect(await refusalOf(world.link(who, newNumber()))).toEqual([400, 'card-unknown']);
    expect(await world.link(who, identifier)).toMatchObject({ user_id: [who.user_id] });
  });

  it('answers with the card when the user has it already', async () => {
    const { who, card } = await world.withCard();
    expect(await world.add(who, ` ${card.identifier} `)).toEqual(card);
    expect(await world.cardsOf(who)).toHaveLength(1);
  });

  it.each(['unknown-number', '', 'x'.repeat(300), 'a\u0000b', '\ud800', 4711, null])(
    'knows no card of the number %j',
    async (number) => {
      const expected = number === null ? 'validation-failed' : 'card-unknown';
      expect(await refusalOf(world.add(world.begin(), number))).toEqual([400, expected]);
    },
  );

  it('needs a nonce with a client token', async () => {
    const { identifier } = await world.issue();
    await expect(world.add({}, identifier)).rejects.toMatchObject({
      code: 'validation-failed',
      extras: { errors: [{ pointer: '#/auth_nonce' }] },
    });
  });

  it('refuses a card of another account, and one that is not active', async () => {
    const { card } = await world.withCard();
    expect(await refusalOf(world.add(world.begin(), card.identifier))).toEqual([409, 'card-taken']);
    const blocked = await world.issue();
    await world.change(blocked.id, { state: 'blocked' });
    expect(await refusalOf(world.add(world.begin(), blocked.identifier))).toEqual([409, 'card-not-usable']);
  });

  it('refuses more cards than an account may have', async () => {
    const who = world.begin();
    for (let card = 1; card <= 3; card += 1) await world.add(who, (await world.issue()).identifier);
    expect(await refusalOf(world.add(who, (await world.issue()).identifier))).toEqual([409, 'card-limit-reached']);
    expect(await world.cardsOf(who)).toHaveLength(3);
  });

  it('lets a card onto as many accounts as its definition says, and of fifty at once not one more', async () => {
    const definition = await world.define({ users_per_card: 3 });
    const { id, identifier } = await world.issue({ definition: definition.name });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => outcomeOf(world.add(world.begin(), identifier))),
    );
    expect(answers.filter((each) => each === '200')).toHaveLength(3);
    expect(answers.filter((each) => each === '409,card-taken')).toHaveLength(47);
    const card = await world.get(id);
    expect(new Set(card.user_id).size).toBe(3);
  });

  it('refuses a card whose moment has passed, before the chore has seen it, and one that is inactive', async () => {
    const [expired, inactive] = [await world.issue(), await world.issue()];
    await world.query('UPDATE card SET expiration = now() WHERE id = $1', [expired.id]);
    await world.change(inactive.id, { state: 'inactive' });
    for (const { identifier } of [expired, inactive])
      expect(await refusalOf(world.add(world.begin(), identifier))).toEqual([409, 'card-not-usable']);
  });

  it('says that a card is taken before it says anything of its state', async () => {
    const { card } = await world.withCard();
    await world.change(card.id, { state: 'blocked' });
    expect(await refusalOf(world.add(world.begin(), card.identifier))).toEqual([409, 'card-taken']);
  });

  it('answers its user with a card that is blocked meanwhile', async () => {
    const { who, card } = await world.withCard();
    await world.change(card.id, { state: 'blocked' });
    expect(await world.add(who, card.identifier)).toMatchObject({ id: card.id, state: 'blocked' });
  });

  it('counts no miss for an account that is full', async () => {
    const who = world.begin();
    for (let card = 1; card <= 3; card += 1) await world.add(who, (await world.issue()).identifier);
    const { identifier } = await world.issue();
    for (let time = 1; time <= 6; time += 1)
      expect(await refusalOf(world.add(who, identifier))).toEqual([409, 'card-limit-reached']);
    const [card] = await world.cardsOf(who);
    await world.remove(who, card?.id ?? '');
    expect(await world.add(who, identifier)).toMatchObject({ identifier });
  });

  it('lets five cards at once fill an account to its limit and not beyond', async () => {
    const who = world.begin();
    const cards = await world.issueAll({ identifiers: Array.from({ length: 5 }, newNumber) });
    const answers = await Promise.all(cards.map(({ identifier }) => outcomeOf(world.addAs(who, identifier))));
    expect(answers.filter((each) => each === '200')).toHaveLength(3);
    expect(await world.cardsOf(who)).toHaveLength(3);
    expect((await world.cardsOf(who)).filter((each) => each.user_id_featured[who.user_id])).toHaveLength(1);
  });
});
