import { listCardDefinitions } from '@ces/contracts/cards/card-definitions';
import { CardsWorld, outcomeOf, pointersOf, refusalOf } from '../../test/cards-world.js';

describe('card definitions', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
  });

  afterAll(() => world.stop());

  it('include `default` from the start', async () => {
    expect(await world.definition('default')).toMatchObject({
      name: 'default',
      users_per_card: 1,
      tiers: [{ name: 'Standard' }],
    });
  });

  it('are changed as a whole; a tier that is left out takes no new cards, and its cards keep it', async () => {
    const made = await world.define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
    const card = await world.issue({ definition: made.id, tier: 'Gold' });
    const silver = made.tiers[0];
    const put = await world.putDefinition(made.id, {
      name: made.name,
      users_per_card: 2,
      tiers: [{ name: 'Platinum' }, { card_tier_id: silver?.card_tier_id, name: 'Gold', card_count: 5 }],
    });
    expect(put).toMatchObject({
      users_per_card: 2,
      tiers: [{ name: 'Platinum' }, { card_tier_id: silver?.card_tier_id, name: 'Gold', card_count: 5 }],
    });
    expect((await world.get(card.id)).card_tier.card_tier_id).toBe(made.tiers[1]?.card_tier_id);
    expect(await refusalOf(world.change(card.id, { tier: made.tiers[1]?.card_tier_id }))).toEqual([
      400,
      'card-definition-unknown',
    ]);
    expect((await world.issue({ definition: made.id })).tier).toBe('Platinum');
  });

  it('keep their tiers when a change names none, and tell when they were changed', async () => {
    const made = await world.define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
    const put = await world.putDefinition(made.id, { name: made.name, display_groups_of: 4 });
    expect(put).toMatchObject({ tiers: made.tiers, display_groups_of: 4, created: made.created });
    expect(Date.parse(put.updated)).toBeGreaterThan(Date.parse(made.updated));
    const cleared = await world.putDefinition(made.id, { name: made.name, users_per_card: null });
    expect(cleared).toMatchObject({ users_per_card: 1, users_may_remove: true, display_groups_of: null });
  });

  it('have names of their own, and refuse values that they do not know', async () => {
    expect(await refusalOf(world.define({ name: 'default' }))).toEqual([409, 'card-definition-conflict']);
    const { id } = await world.define();
    expect(await refusalOf(world.putDefinition(id, { name: 'default' }))).toEqual([409, 'card-definition-conflict']);
    const pointers = await pointersOf(
      world.define({
        representation: { name: 'morse' },
        tiers: [{ name: 'a', color_modes: { card_number_color: { mode: 1 } } }],
      }),
    );
    expect(pointers).toEqual(
      expect.arrayContaining(['#/representation/name', '#/tiers/0/color_modes/card_number_color/mode']),
    );
    const large = world.define({ name: 'large', representation: { data: ['x'.repeat(9_000)] } });
    expect(await refusalOf(large)).toEqual([400, 'validation-failed']);
    for (const name of ['nothing\0', 'default\0'])
      expect(await refusalOf(world.definition(name))).toEqual([404, 'card-definition-not-found']);
  });

  it('are found by id, also in upper case, and an id takes precedence over an equal name; so are tiers', async () => {
    const made = await world.define({ tiers: [{ name: 'Gold' }] });
    const definition = made.id.toUpperCase();
    const tier = made.tiers[0]?.card_tier_id.toUpperCase();
    expect(await world.issue({ definition, tier })).toMatchObject({ tier: 'Gold', definition: made.name });
    const alike = await world.define({ name: made.id, tiers: [{ name: 'Lead' }] });
    expect(await world.issue({ definition: made.id })).toMatchObject({ tier: 'Gold' });
    expect(await world.issue({ definition: alike.id })).toMatchObject({ definition: made.id, tier: 'Lead' });
    expect(await world.definition(made.id)).toMatchObject({ name: made.name });
    expect(await refusalOf(world.issue({ identifiers: ['x'], definition: `${made.name}\u0000` }))).toEqual([
      400,
      'validation-failed',
    ]);
  });

  it('let a tier take the name of one that is named by its id', async () => {
    const made = await world.define({ tiers: [{ name: 'Gold' }] });
    const gold = made.tiers[0]?.card_tier_id;
    const tiers = [{ card_tier_id: gold, name: 'Platinum' }, { name: 'Gold' }];
    expect(await world.putDefinition(made.id, { name: made.name, tiers })).toMatchObject({
      tiers: [{ card_tier_id: gold, name: 'Platinum' }, { name: 'Gold' }],
    });
  });

  it('let two tiers exchange their names, and refuse a name twice and the tier of another definition', async () => {
    const made = await world.define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
    const [silver, gold] = made.tiers.map((tier) => tier.card_tier_id);
    const put = (...tiers: object[]) => world.putDefinition(made.id, { name: made.name, tiers });
    const exchanged = [
      { card_tier_id: silver, name: 'Gold' },
      { card_tier_id: gold, name: 'Silver' },
    ];
    expect((await put(...exchanged)).tiers).toMatchObject(exchanged);
    expect(await pointersOf(put({ name: 'Gold' }, { name: 'Gold' }))).toEqual(['#/tiers/1/name']);
    const other = await world.define();
    expect(await pointersOf(put({ name: 'Lead', card_tier_id: other.tiers[0]?.card_tier_id }))).toEqual([
      '#/tiers/0/card_tier_id',
    ]);
    expect((await world.definition(made.id)).tiers).toMatchObject(exchanged);
  });

  it('may hold any text that JSON can, in designs too', async () => {
    const odd = 'nul \u0000 half \ud800';
    const made = await world.define({
      representation: { card_layout: odd, data: [odd] },
      card_presentation: { buttons: [{ label: odd }] },
      tiers: [{ name: 'Gold', image: { src: odd, alt: odd } }],
    });
    expect(made).toMatchObject({ tiers: [{ image: { alt: odd } }] });
    expect(await world.definition(made.id)).toEqual(made);
    const { who } = await world.withCard({ definition: made.id });
    expect(await world.cardsOf(who)).toMatchObject([{ card_tier: { image: { alt: odd } } }]);
  });

  it.each(['qr-code', 'pdf417', 'aztec', 'code128', 'none'])('`representation.name` can be %s', async (name) => {
    const definition = await world.define({ representation: { name } });
    const { card } = await world.withCard({ definition: definition.id });
    expect(card.card_definition.representation.name).toBe(name);
  });

  it.each(['ean13', 'QR-code', '', 7])('`representation.name` cannot be %j', async (name) => {
    const refused = () => world.define({ representation: { name } });
    expect((await refusalOf(refused()))[0]).toBe(400);
    expect(await pointersOf(refused())).toEqual(['#/representation/name']);
  });

  it('`card_count` is an integer or null', async () => {
    for (const card_count of [null, 0, 12]) {
      const definition = await world.define({ tiers: [{ name: 'Gold', card_count }] });
      const { card } = await world.withCard({ definition: definition.id });
      expect(card.card_tier.card_count).toBe(card_count);
    }
    for (const card_count of [1.5, '5', -1, true])
      expect((await refusalOf(world.define({ tiers: [{ name: 'Gold', card_count }] })))[0]).toBe(400);
  });

  it.each([0, -1, 1.5, '3'])('`users_per_card` cannot be %j', async (users_per_card) => {
    expect((await refusalOf(world.define({ users_per_card })))[0]).toBe(400);
  });

  it.each([
    { tiers: [null] },
    { tiers: [{ name: 'a', color_modes: null }] },
    { tiers: [{ name: 'a', image: { src: null } }] },
    { tiers: [{ name: 'a', card_tier_id: '\u0000' }] },
    { tiers: [{ name: 'a', card_count: 1e300 }] },
    { representation: [] },
    { representation: { data: {} } },
    { card_presentation: { avatar: [] } },
    { card_presentation: { currency: { block_id: 5 } } },
    { card_presentation: { data_fields: null } },
    { display_groups_of: 0 },
    { name: '' },
  ])('of %j are taken or refused with 400', async (change) => {
    expect(['200', '400,validation-failed']).toContain(await outcomeOf(world.define(change)));
  });

  it('are listed newest first, page by page', async () => {
    const [first, second] = [await world.define(), await world.define()];
    const page = await world.bus.call(listCardDefinitions, { limit: 1 });
    expect(page).toEqual({ items: [second], next: second.id });
    const after = await world.bus.call(listCardDefinitions, { limit: 1, cursor: second.id });
    expect(after.items).toEqual([first]);
    expect(await refusalOf(world.bus.call(listCardDefinitions, { cursor: 'x' }))).toEqual([400, 'parameter-invalid']);
  });
});
