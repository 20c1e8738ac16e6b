import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import type { Card } from '@ces/contracts/cards/cards';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { begun } from '@ces/testing/gateway/registrations';
import { randomUUID } from 'node:crypto';
import { Platform } from '../platform/platform.js';

describe('administration of cards through the gateway', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const admin = '/api/1/admin';
  const code = (answer: ApiAnswer) => [answer.status, (answer.body as { code?: string }).code];
  const newNumber = () => `61${randomUUID()}`;
  const pointers = (answer: ApiAnswer) =>
    (answer.body as { errors: { pointer: string }[] }).errors.map((each) => each.pointer);
  const issue = async (more: object = {}) => {
    const answer = await platform.api.post(`${admin}/cards`, { identifiers: [newNumber()], ...more });
    expect(answer.status).toBe(201);
    return (answer.body as IssuedCards).cards[0] as IssuedCards['cards'][number];
  };
  const change = (id: string, body: object) => platform.api.send('PATCH', `${admin}/cards/${id}`, { body });
  const transfer = (id: string, identifier: string) =>
    platform.api.post(`${admin}/cards/${id}:transfer`, { identifier });
  const define = (more: object = {}) => platform.api.post(`${admin}/card-definitions`, { name: randomUUID(), ...more });

  describe('definitions', () => {
    it('are read by their name, and changed as a whole', async () => {
      const { body } = await platform.api.get(`${admin}/card-definitions/default`);
      expect(body).toMatchObject({ name: 'default', users_per_card: 1, tiers: [{ name: 'Standard' }] });
      const made = await define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
      expect(made.status).toBe(201);
      const { id, name } = made.body as CardDefinition;
      const tiers = [{ name: 'Platinum' }, { name: 'Gold', card_count: 5 }];
      expect(await platform.api.put(`${admin}/card-definitions/${id}`, { name, tiers })).toMatchObject({
        status: 200,
        body: { id, tiers },
      });
    });

    it('have names of their own, and refuse fields and values that they do not know', async () => {
      expect(code(await define({ name: 'default' }))).toEqual([409, 'card-definition-conflict']);
      const answer = await define({
        name: 'x',
        colour: 'red',
        representation: { name: 'morse' },
        tiers: [{ name: 'a', color_modes: { card_number_color: { mode: 1 } } }],
      });
      expect(pointers(answer)).toEqual(
        expect.arrayContaining(['#/colour', '#/representation/name', '#/tiers/0/color_modes/card_number_color/mode']),
      );
      const large = await define({ name: 'large', representation: { data: ['x'.repeat(9_000)] } });
      expect(code(large)).toEqual([400, 'validation-failed']);
      for (const name of ['nothing%00', 'default%00'])
        expect(code(await platform.api.get(`${admin}/card-definitions/${name}`))).toEqual([
          404,
          'card-definition-not-found',
        ]);
    });

    it('may hold any text that JSON can, also where a barcode is drawn', async () => {
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
    ])('of %j are taken or refused with 400', async (shape) => {
      expect([201, 400]).toContain((await define(shape)).status);
    });

    it.each(['', '?limit=0', '?limit=501', '?limit=x', '?cursor=x', '?cursor=%00', '?limit=1&limit=2'])(
      'are listed with %s, or the query is refused',
      async (query) => {
        expect([200, 400]).toContain((await platform.api.get(`${admin}/card-definitions${query}`)).status);
      },
    );
  });

  describe('issuing', () => {
    it('makes all cards of a list or none', async () => {
      const taken = await issue();
      const [free, other] = [newNumber(), newNumber()];
      const answer = await platform.api.post(`${admin}/cards`, { identifiers: [free, taken.identifier, other] });
      expect(code(answer)).toEqual([409, 'card-number-taken']);
      expect(pointers(answer)).toEqual(['#/identifiers/1']);
      expect(await platform.api.post(`${admin}/cards`, { identifiers: [free, other] })).toMatchObject({
        status: 201,
        body: {
          issued: 2,
          cards: [{ identifier: free, definition: 'default', state: 'active' }, { identifier: other }],
        },
      });
    });

    it.each([
      [{ identifiers: [] }, 400, 'validation-failed'],
      [{ identifiers: ['a', 'a'] }, 400, 'validation-failed'],
      [{ identifiers: ['ünï'] }, 400, 'validation-failed'],
      [{ identifiers: ['a'], definition: 'nothing' }, 400, 'card-definition-unknown'],
      [{ identifiers: ['a'], definition: 'default\u0000' }, 400, 'validation-failed'],
      [{ identifiers: ['a'], tier: 'nothing' }, 400, 'card-definition-unknown'],
      [{ identifiers: ['a'], expiration: '2030-01-01' }, 400, 'validation-failed'],
      [{ identifiers: ['a'], colour: 'red' }, 400, 'validation-failed'],
    ])('refuses %j', async (body, status, reason) => {
      expect(code(await platform.api.post(`${admin}/cards`, body))).toEqual([status, reason]);
    });
  });

  describe('a card', () => {
    it('changes state, expiration and tier', async () => {
      const { id: definition } = (await define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] }))
        .body as CardDefinition;
      const { id } = await issue({ definition });
      const body = { state: 'blocked', expiration: '2090-06-01T00:00:00+02:00', tier: 'Gold' };
      const answer = await change(id, body);
      expect(answer).toMatchObject({
        status: 200,
        body: { state: 'blocked', expiration: '2090-05-31T22:00:00.000+00:00', card_tier: { name: 'Gold' } },
      });
      expect(await platform.api.get(`${admin}/cards/${id}`)).toMatchObject({ status: 200, body: answer.body as Card });
      for (const refused of [{ state: 'lost' }, { tier: null }, { state: null }])
        expect(code(await change(id, refused))).toEqual([400, 'validation-failed']);
      expect(code(await change('x', {}))).toEqual([404, 'card-not-found']);
      expect(code(await platform.api.get(`${admin}/cards/${randomUUID()}`))).toEqual([404, 'card-not-found']);
    });

    it.each(['2030-W01-1T00:00:00Z', '2030-01-01T24:00:00Z', '2030-02-30T00:00:00Z', '0000-01-01T00:00:00Z'])(
      'has the expiration %s, or it is refused with 400',
      async (expiration) => {
        const { id } = await issue();
        for (const answer of [
          await platform.api.post(`${admin}/cards`, { identifiers: [newNumber()], expiration }),
          await change(id, { expiration }),
        ])
          expect([200, 201, 400]).toContain(answer.status);
      },
    );

    it('is added to the account of a user, by clients with cards:issue', async () => {
      const { identifier } = await issue();
      const { user_id } = await begun(platform);
      const support = await platform.api.as(platform.credentials, 'cards:issue');
      const link = (userId: string, body: object) => support.post(`${admin}/users/${userId}/cards`, body);
      expect(await link(user_id, { identifier })).toMatchObject({
        status: 200,
        body: { identifier, user_id: [user_id] },
      });
      const user = await platform.asUser(user_id, 'cards');
      expect((await user.get('/api/2/card/user')).body).toMatchObject({ cards: [{ identifier }] });
      expect(code(await link('A'.repeat(25), { identifier }))).toEqual([404, 'user-not-found']);
      expect(code(await link('no-id', { identifier }))).toEqual([404, 'user-not-found']);
      expect(code(await link(user_id, { identifier: newNumber() }))).toEqual([400, 'card-unknown']);
      expect(code(await link(user_id, { identifier, tier: 'Gold' }))).toEqual([400, 'validation-failed']);
      const others = await platform.api.as(platform.credentials, 'users:write');
      expect((await others.post(`${admin}/users/${user_id}/cards`, { identifier })).status).toBe(403);
    });

    it('gets another number that no card on an account has', async () => {
      const { id, identifier } = await issue();
      const [next, used] = [newNumber(), await issue()];
      expect(await transfer(id, next)).toMatchObject({
        status: 200,
        body: { id, identifier, identifier_actual: next, state: 'active' },
      });
      const { auth_nonce } = await begun(platform);
      await platform.api.post('/api/1/card/add', { auth_nonce, identifier: used.identifier });
      expect(code(await transfer(id, used.identifier))).toEqual([409, 'card-number-taken']);
      expect(code(await transfer('x', next))).toEqual([404, 'card-not-found']);
    });
  });
});
