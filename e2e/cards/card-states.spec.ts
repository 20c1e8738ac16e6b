import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { Card, UserCards } from '@ces/contracts/cards/cards';
import { Platform } from '../platform/platform.js';
import { begun } from '@ces/testing/registrations';
import { randomUUID } from 'node:crypto';

describe('what row 21 says of a card', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
  }, 60_000);

  afterAll(() => platform.stop());

  const admin = '/api/1/admin';
  const define = (more: object) =>
    platform.api.post(`${admin}/card-definitions`, { name: `d-${randomUUID()}`, ...more });
  const held = async (definition = 'default') => {
    const { user_id, auth_nonce } = await begun(platform);
    const issued = await platform.api.post(`${admin}/cards`, { definition, identifiers: [randomUUID()] });
    const [card] = (issued.body as IssuedCards).cards;
    await platform.api.post('/api/1/card/add', { auth_nonce, identifier: card?.identifier });
    return { id: card?.id, user: await platform.asUser(user_id, 'cards') };
  };
  const only = (body: unknown) => (body as UserCards).cards[0] as Card;

  it.each([
    [{ state: 'active' }, 'active', ['Active', 'Actief', 'Aktiv']],
    [{ state: 'inactive' }, 'inactive', ['Inactive', 'Inactief', 'Inaktiv']],
    [{ state: 'blocked' }, 'blocked', ['Blocked', 'Geblokkeerd', 'Gesperrt']],
    [{ expiration: '2001-01-01T00:00:00+00:00' }, 'expired', ['Expired', 'Verlopen', 'Abgelaufen']],
  ])('after %j its state is %s, and `state_text` is the localised text', async (change, state, texts) => {
    const { id, user } = await held();
    expect((await platform.api.send('PATCH', `${admin}/cards/${id}`, { body: change })).status).toBe(200);
    const said = [];
    for (const locale of ['en_GB', 'nl_NL', 'de_DE']) {
      const answer = await user.get(`/api/2/card/user?locale=${locale}`);
      expect(answer.headers.get('content-language')).toBe(locale.replace('_', '-'));
      expect(only(answer.body).state).toBe(state);
      said.push(only(answer.body).state_text);
    }
    expect(said).toEqual(texts);
  });

  it.each(['qr-code', 'pdf417', 'aztec', 'code128', 'none'])('`representation.name` can be %s', async (name) => {
    const definition = await define({ representation: { name } });
    const { user } = await held((definition.body as { id: string }).id);
    const { card_definition } = only((await user.get('/api/2/card/user')).body);
    expect(card_definition.representation.name).toBe(name);
  });

  it.each(['ean13', 'QR-code', '', 7])('`representation.name` cannot be %j', async (name) => {
    expect(await define({ representation: { name } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/representation/name' }] },
    });
  });

  it('`card_count` is an integer or null', async () => {
    for (const card_count of [null, 0, 12]) {
      const definition = await define({ tiers: [{ name: 'Gold', card_count }] });
      const { user } = await held((definition.body as { id: string }).id);
      expect(only((await user.get('/api/2/card/user')).body).card_tier.card_count).toBe(card_count);
    }
    for (const card_count of [1.5, '5', -1, true]) {
      expect(await define({ tiers: [{ name: 'Gold', card_count }] })).toMatchObject({ status: 400 });
    }
  });

  it.each([0, -1, 1.5, '3'])('`users_per_card` cannot be %j', async (users_per_card) => {
    expect(await define({ users_per_card })).toMatchObject({ status: 400 });
  });
});
