import { cardChanged } from '@ces/contracts/cards/cards';
import { CardsWorld } from '../../test/cards-world.js';

describe('the chore that expires cards', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
  });

  afterAll(() => world.stop());

  const states = () =>
    world.query<{ state: string; n: number }>(
      `SELECT state, count(*)::int AS n FROM card GROUP BY state ORDER BY state`,
    );

  it('stores the state of all cards whose moment has passed, batch after batch, and leaves blocked cards alone', async () => {
    await world.query(
      `INSERT INTO card (id, tier_id, identifier, expiration, state)
       SELECT gen_random_uuid(), id, n, now() - interval '1 minute', CASE n WHEN 1 THEN 'blocked' ELSE 'active' END
         FROM card_tier, generate_series(1, 1101) AS n`,
    );
    await world.issue({ expiration: '2090-01-01T00:00:00Z' });
    await world.runChore('expire-cards');
    expect(await states()).toEqual([
      { state: 'active', n: 1 },
      { state: 'blocked', n: 1 },
      { state: 'expired', n: 1_100 },
    ]);
  });

  it('tells each user of the card once', async () => {
    const { who, card } = await world.withCard();
    await world.query(`UPDATE card SET expiration = now() WHERE id = $1`, [card.id]);
    for (let run = 1; run <= 2; run += 1) await world.runChore('expire-cards');
    const told = await world.query<{ payload: string }>('SELECT payload FROM outbox WHERE subject = $1', [
      cardChanged.subject,
    ]);
    expect(told.map(({ payload }) => JSON.parse(payload) as object)).toMatchObject([
      { user_id: who.user_id, card_id: card.id, changes: ['state'], state: 'expired' },
    ]);
  });
});
