import { audienceOf } from '@ces/contracts/cards/audience';
import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import type { OptinDefinition } from '@ces/contracts/cards/optins';
import { Platform } from '../platform/platform.js';
import { begun, type Begun } from '@ces/testing/registrations';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';

describe('the audience of a campaign', () => {
  let platform: Platform;
  let definition: CardDefinition;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
    const name = `loyalty ${randomUUID()}`;
    const tiers = [{ name: 'Silver' }, { name: 'Gold' }];
    const made = await platform.api.post('/api/1/admin/card-definitions', { name, users_per_card: 2, tiers });
    definition = made.body as CardDefinition;
  }, 60_000);

  afterAll(() => platform.stop());

  const audience = (...users: Begun[]) =>
    platform.messaging.bus.call(audienceOf, { user_ids: users.map((user) => user.user_id) });
  const cardFor = async (users: Begun[], more: object = {}) => {
    const identifier = randomUUID();
    const body = { definition: definition.id, identifiers: [identifier], ...more };
    const issued = await platform.api.post('/api/1/admin/cards', body);
    for (const { auth_nonce } of users) await platform.api.post('/api/1/card/add', { auth_nonce, identifier });
    return (issued.body as { cards: [{ id: string }] }).cards[0].id;
  };
  const change = (id: string, body: object) => platform.api.send('PATCH', `/api/1/admin/cards/${id}`, { body });
  const define = async (name: string) => {
    const text = { en_GB: name };
    const purpose = { name, can_be_updated: true, required: false };
    const made = await platform.api.post('/api/1/admin/optins', { name: text, description: text, purpose });
    return (made.body as OptinDefinition).id;
  };
  const say = ({ auth_nonce }: Begun, optin_id: string, optin: boolean) =>
    platform.api.put('/api/1/user/optins/change', { auth_nonce, optins: [{ optin_id, optin }] });

  it('names the active cards of each user with definition and tier, in the order asked', async () => {
    const [one, two, none] = [await begun(platform), await begun(platform), await begun(platform)];
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

  it('follows tier and state at once, also an expiration that no job has seen yet', async () => {
    const who = await begun(platform);
    const [blocked, expiring, moved] = [await cardFor([who]), await cardFor([who]), await cardFor([who])];
    await change(moved, { tier: 'Gold' });
    await change(blocked, { state: 'blocked' });
    await platform.cards
      .get(DataSource)
      .query(`UPDATE card SET expiration = now() - interval '1 second' WHERE id = $1`, [expiring]);
    const [found] = await audience(who);
    expect(found?.cards).toMatchObject([{ card_id: moved, card_tier_id: definition.tiers[1]?.card_tier_id }]);
  });

  it('names the opt-ins that are given right now, a retired one until it is withdrawn', async () => {
    const [news, offers, terms] = [await define('news'), await define('offers'), await define('terms')];
    const [who, other] = [await begun(platform), await begun(platform)];
    for (const optin of [news, offers, terms]) await say(who, optin, true);
    await say(who, offers, false);
    await say(other, offers, false);
    await platform.api.send('DELETE', `/api/1/admin/optins/${terms}`);
    expect((await audience(who, other)).map((each) => each.optins)).toEqual([[news, terms], []]);
    const user = await platform.asUser(who.user_id, 'optins');
    await user.put('/api/1/user/optins/change', { optins: [{ optin_id: terms, optin: false }] });
    expect((await audience(who))[0]?.optins).toEqual([news]);
  });

  it('answers for a thousand users at once, and refuses what is more or does not fit into one reply', async () => {
    const bus = platform.messaging.bus;
    const user_ids = Array.from({ length: 1_000 }, (_, i) => `U${i}`.padEnd(25, 'x'));
    await platform.cards.get(DataSource).query(
      `WITH made AS (
         INSERT INTO card (id, tier_id, identifier) SELECT gen_random_uuid(), $1, 'load ' || n
           FROM generate_series(1, 50) AS n RETURNING id
       ) INSERT INTO card_holder (user_id, card_id, featured, removable)
         SELECT user_id, id, false, true FROM unnest($2::text[]) AS user_id, made`,
      [definition.tiers[0]?.card_tier_id, user_ids],
    );
    const some = await bus.call(audienceOf, { user_ids: user_ids.slice(0, 50) });
    expect(some.map((each) => [each.user_id, each.cards.length])).toEqual(user_ids.slice(0, 50).map((id) => [id, 50]));
    await expect(bus.call(audienceOf, { user_ids })).rejects.toMatchObject({ code: 'body-too-large' });
    await platform.cards.get(DataSource).query(`DELETE FROM card_holder WHERE user_id LIKE 'U%x'`);
    expect(await bus.call(audienceOf, { user_ids })).toHaveLength(1_000);
    await expect(bus.call(audienceOf, { user_ids: [...user_ids, 'one more'] })).rejects.toMatchObject({
      code: 'validation-failed',
    });
    await expect(bus.call(audienceOf, { user_ids: ['\0'] })).rejects.toMatchObject({ code: 'validation-failed' });
  });
});
