import { findHolders, type FoundHolders } from '@ces/contracts/cards/card-administration';
import { CardsWorld } from '../../test/cards-world.js';

describe('the search of holders by the beginning of a number', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
  });

  afterAll(() => world.stop());

  const find = (q: string, at_most = 10, after: FoundHolders['next'] = null) =>
    world.bus.call(findHolders, {
      q,
      at_most,
      ...(after ? { after_number: after.number, after_user: after.user_id } : {}),
    });
  const issueTo = async (number: string) => {
    const who = world.begin();
    const card = await world.issue({ identifiers: [number] });
    await world.add(who, card.identifier);
    return { user_id: who.user_id, card };
  };

  it('finds users by old and new numbers, each once, page by page in the order of the numbers', async () => {
    const first = await issueTo('77001');
    const second = await issueTo('77002');
    await world.transfer(first.card.id, '77003');
    await issueTo('88001');
    const whole = await find('7700');
    expect(whole.items).toEqual([
      { number: '77001', user_id: first.user_id },
      { number: '77002', user_id: second.user_id },
    ]);
    expect((await find('77003')).items).toEqual([{ number: '77003', user_id: first.user_id }]);
    const page = await find('7700', 1);
    expect(page.items).toEqual(whole.items.slice(0, 1));
    expect((await find('7700', 1, page.next)).items).toEqual(whole.items.slice(1));
    for (const none of ['7701', '77%', 'é', '7\u0000']) expect(await find(none)).toEqual({ items: [], next: null });
  });

  it('ends a page when it has looked at thousands of numbers without a holder, and goes on behind them', async () => {
    const last = await issueTo('9930000');
    await world.query(
      `INSERT INTO card (id, tier_id, identifier)
       SELECT gen_random_uuid(), tier_id, '99' || (20000 + n) FROM card, generate_series(0, 6000) AS n WHERE identifier = '9930000'`,
    );
    const page = await find('99');
    expect(page).toMatchObject({ items: [], next: { number: '9925000' } });
    expect(await find('99', 10, page.next)).toEqual({
      items: [{ number: '9930000', user_id: last.user_id }],
      next: null,
    });
  });
});
