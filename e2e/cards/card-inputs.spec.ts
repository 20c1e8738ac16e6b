import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import type { ApiAnswer } from '@ces/testing/api-client';
import { Platform } from '../platform/platform.js';
import { begun } from '@ces/testing/registrations';
import { randomUUID } from 'node:crypto';

describe('what callers send to cards and opt-ins', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
  }, 60_000);

  afterAll(() => platform.stop());

  const admin = '/api/1/admin';
  const code = (answer: ApiAnswer) => [answer.status, (answer.body as { code?: string }).code];
  const issue = async (more: object = {}) => {
    const answer = await platform.api.post(`${admin}/cards`, { identifiers: [randomUUID()], ...more });
    return (answer.body as IssuedCards).cards[0] as IssuedCards['cards'][number];
  };
  const define = (more: object) => platform.api.post(`${admin}/card-definitions`, { name: randomUUID(), ...more });

  it.each([
    '2030-W01-1T00:00:00Z',
    '2030-001T00:00:00Z',
    '2030-01-01T24:00:00Z',
    '2030-01-01T00:00:60Z',
    '2030-01-01T00Z',
    '2030-01-01T00:00:00,5Z',
    '2030-01-01T00:00:00+01',
    '2030-02-30T00:00:00Z',
    '+12030-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '20300101T000000Z',
  ])('%s is no expiration, or one that can be kept', async (expiration) => {
    const { id } = await issue();
    for (const answer of [
      await platform.api.post(`${admin}/cards`, { identifiers: [randomUUID()], expiration }),
      await platform.api.send('PATCH', `${admin}/cards/${id}`, { body: { expiration } }),
    ])
      expect([200, 201, 400]).toContain(answer.status);
  });

  it.each([{ tier: null }, { state: null }])(
    'PATCH of a card refuses %j instead of guessing what it means',
    async (body) => {
      const made = (await define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] })).body as CardDefinition;
      const { id } = await issue({ definition: made.id, tier: 'Gold' });
      expect(code(await platform.api.send('PATCH', `${admin}/cards/${id}`, { body }))).toEqual([
        400,
        'validation-failed',
      ]);
    },
  );

  it('designs may hold any text that JSON can, also where a barcode is drawn', async () => {
    const odd = 'nul \u0000 half \ud800';
    const made = await define({
      representation: { card_layout: odd, data: [odd] },
      card_presentation: { buttons: [{ label: odd }] },
      tiers: [{ name: 'Gold', image: { src: odd, alt: odd } }],
    });
    expect(made).toMatchObject({ status: 201, body: { tiers: [{ image: { alt: odd } }] } });
    const { id: definition } = made.body as CardDefinition;
    expect((await platform.api.get(`${admin}/card-definitions/${definition}`)).status).toBe(200);
    const { id, identifier } = await issue({ definition });
    const { user_id, auth_nonce } = await begun(platform);
    expect((await platform.api.post('/api/1/card/add', { auth_nonce, identifier })).status).toBe(200);
    const user = await platform.asUser(user_id, 'cards');
    expect((await user.get('/api/2/card/user')).body).toMatchObject({
      cards: [{ card_tier: { image: { alt: odd } } }],
    });
    expect((await user.get(`/api/1/card/${id}/representation.svg`)).status).toBe(200);
  });

  it('definitions and tiers are named by their ids in either case, which go before names that look like ids', async () => {
    const made = (await define({ tiers: [{ name: 'Gold' }] })).body as CardDefinition;
    const definition = made.id.toUpperCase();
    const tier = made.tiers[0]?.card_tier_id.toUpperCase();
    expect(await issue({ definition, tier })).toMatchObject({ tier: 'Gold', definition: made.name });
    const alike = (await define({ name: made.id, tiers: [{ name: 'Lead' }] })).body as CardDefinition;
    expect(await issue({ definition: made.id })).toMatchObject({ tier: 'Gold' });
    expect(await issue({ definition: alike.id })).toMatchObject({ definition: made.id, tier: 'Lead' });
    expect((await platform.api.get(`${admin}/card-definitions/${made.id}`)).body).toMatchObject({ name: made.name });
    expect(
      code(await platform.api.post(`${admin}/cards`, { identifiers: ['x'], definition: `${made.name}\u0000` })),
    ).toEqual([400, 'validation-failed']);
    expect(code(await platform.api.get(`${admin}/card-definitions/default%00`))).toEqual([
      404,
      'card-definition-not-found',
    ]);
  });

  it('a tier can take the name of one that is named by its id', async () => {
    const made = (await define({ tiers: [{ name: 'Gold' }] })).body as CardDefinition;
    const gold = made.tiers[0]?.card_tier_id;
    const tiers = [{ card_tier_id: gold, name: 'Platinum' }, { name: 'Gold' }];
    const put = await platform.api.put(`${admin}/card-definitions/${made.id}`, { name: made.name, tiers });
    expect(put).toMatchObject({
      status: 200,
      body: { tiers: [{ card_tier_id: gold, name: 'Platinum' }, { name: 'Gold' }] },
    });
  });

  it.each([
    { auth_nonce: 'x', optins: [null] },
    { auth_nonce: 'x', optins: ['a'] },
    { auth_nonce: 'x', optins: [{ optin_id: 'a\u0000', optin: true }] },
    { auth_nonce: 'x\u0000', optins: [] },
    { auth_nonce: 'x', optins: { length: 1 } },
  ])('row 17 refuses %j', async (body) => {
    expect((await platform.api.put('/api/1/user/optins/change', body)).status).toBe(400);
  });

  it.each([
    { name: { en_GB: 'a\u0000', __proto__: 'x' } },
    { name: ['en_GB'] },
    { name: { en_GB: 1 } },
    { purpose: null },
    { purpose: { name: 'a\u0000', can_be_updated: true, required: true } },
    { description: JSON.parse('{"en_GB":"x","__proto__":"y"}') as object },
    { description: JSON.parse('{"en_GB":"x","constructor":"y"}') as object },
  ])('an opt-in of %j is taken or refused', async (change) => {
    const text = { en_GB: 'News' };
    const purpose = { name: 'marketing', can_be_updated: true, required: false };
    const answer = await platform.api.post(`${admin}/optins`, { name: text, description: text, purpose, ...change });
    expect([201, 400]).toContain(answer.status);
    const { id } = answer.body as { id?: string };
    if (id !== undefined) await platform.api.send('DELETE', `${admin}/optins/${id}`);
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
  ])('a card definition of %j is taken or refused', async (change) => {
    expect([201, 400]).toContain((await define(change)).status);
  });

  it.each(['', '?limit=0', '?limit=501', '?limit=x', '?cursor=x', '?cursor=%00', '?limit=1&limit=2'])(
    'lists answer %s',
    async (query) => {
      for (const list of ['card-definitions', 'optins'])
        expect([200, 400]).toContain((await platform.api.get(`${admin}/${list}${query}`)).status);
    },
  );
});
