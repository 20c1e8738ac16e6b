import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import type { Card } from '@ces/contracts/cards/cards';
import { eventually } from '@ces/testing/eventually';
import type { ApiAnswer } from '@ces/testing/api-client';
import { Platform } from '../platform/platform.js';
import { begun, type Begun } from '@ces/testing/registrations';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';

describe('administration of cards', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({ CARD_EXPIRY_SECONDS: '1' }, 1, 'cards');
  }, 60_000);

  afterAll(() => platform.stop());

  const admin = '/api/1/admin';
  const code = (answer: ApiAnswer) => [answer.status, (answer.body as { code?: string }).code];
  const fresh = () => `61${randomUUID()}`;
  const pointers = (answer: ApiAnswer) =>
    (answer.body as { errors: { pointer: string }[] }).errors.map((each) => each.pointer);
  const issue = async (more: object = {}) => {
    const answer = await platform.api.post(`${admin}/cards`, { identifiers: [fresh()], ...more });
    expect(answer.status).toBe(201);
    return (answer.body as IssuedCards).cards[0] as IssuedCards['cards'][number];
  };
  const add = (who: Begun, identifier: string) =>
    platform.api.post('/api/1/card/add', { auth_nonce: who.auth_nonce, identifier });
  const change = (id: string, body: object) => platform.api.send('PATCH', `${admin}/cards/${id}`, { body });
  const transfer = (id: string, identifier: string) =>
    platform.api.post(`${admin}/cards/${id}:transfer`, { identifier });
  const get = async (id: string) => (await platform.api.get(`${admin}/cards/${id}`)).body as Card;
  const define = async (more: object = {}) => {
    const answer = await platform.api.post(`${admin}/card-definitions`, { name: randomUUID(), ...more });
    expect(answer.status).toBe(201);
    return answer.body as CardDefinition;
  };
  const rows = (sql: string) => platform.cards.get(DataSource).query<{ n: string }[]>(sql);

  describe('definitions', () => {
    it('one named default exists from the start', async () => {
      const { body } = await platform.api.get(`${admin}/card-definitions/default`);
      expect(body).toMatchObject({ name: 'default', users_per_card: 1, tiers: [{ name: 'Standard' }] });
    });

    it('are changed as a whole; a tier that is left out takes no new cards, and those in it keep it', async () => {
      const made = await define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
      const card = await issue({ definition: made.id, tier: 'Gold' });
      const silver = made.tiers[0];
      const put = await platform.api.put(`${admin}/card-definitions/${made.id}`, {
        name: made.name,
        users_per_card: 2,
        tiers: [{ name: 'Platinum' }, { card_tier_id: silver?.card_tier_id, name: 'Gold', card_count: 5 }],
      });
      expect(put).toMatchObject({
        status: 200,
        body: {
          users_per_card: 2,
          tiers: [{ name: 'Platinum' }, { card_tier_id: silver?.card_tier_id, name: 'Gold', card_count: 5 }],
        },
      });
      expect((await get(card.id)).card_tier.card_tier_id).toBe(made.tiers[1]?.card_tier_id);
      expect(code(await change(card.id, { tier: made.tiers[1]?.card_tier_id }))).toEqual([
        400,
        'card-definition-unknown',
      ]);
      expect((await issue({ definition: made.id })).tier).toBe('Platinum');
    });

    it('have names of their own, and refuse what they do not know', async () => {
      expect(code(await platform.api.post(`${admin}/card-definitions`, { name: 'default' }))).toEqual([
        409,
        'card-definition-conflict',
      ]);
      const answer = await platform.api.post(`${admin}/card-definitions`, {
        name: 'x',
        colour: 'red',
        representation: { name: 'morse' },
        tiers: [{ name: 'a', color_modes: { card_number_color: { mode: 1 } } }],
      });
      expect(pointers(answer)).toEqual(
        expect.arrayContaining(['#/colour', '#/representation/name', '#/tiers/0/color_modes/card_number_color/mode']),
      );
      const large = await platform.api.post(`${admin}/card-definitions`, {
        name: 'large',
        representation: { data: ['x'.repeat(9_000)] },
      });
      expect(code(large)).toEqual([400, 'validation-failed']);
      expect(code(await platform.api.get(`${admin}/card-definitions/nothing%00`))).toEqual([
        404,
        'card-definition-not-found',
      ]);
    });
  });

  describe('issuing', () => {
    it('makes all cards of a list or none', async () => {
      const taken = await issue();
      const [free, other] = [fresh(), fresh()];
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
      [{ identifiers: ['a'], tier: 'nothing' }, 400, 'card-definition-unknown'],
      [{ identifiers: ['a'], expiration: '2030-01-01' }, 400, 'validation-failed'],
      [{ identifiers: ['a'], colour: 'red' }, 400, 'validation-failed'],
    ])('refuses %j', async (body, status, reason) => {
      expect(code(await platform.api.post(`${admin}/cards`, body))).toEqual([status, reason]);
    });
  });

  describe('a card', () => {
    it('changes state, expiration and tier', async () => {
      const { id: definition } = await define({ tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
      const { id, tier } = await issue({ definition });
      expect(tier).toBe('Silver');
      const before = await get(id);
      const answer = await change(id, { state: 'blocked', expiration: '2090-06-01T00:00:00+02:00', tier: 'Gold' });
      expect(answer).toMatchObject({
        status: 200,
        body: { state: 'blocked', expiration: '2090-05-31T22:00:00.000+00:00', card_tier: { name: 'Gold' } },
      });
      const after = answer.body as Card;
      expect(Date.parse(after.tier_start_date)).toBeGreaterThan(Date.parse(before.tier_start_date));
      expect(await change(id, { state: 'active', expiration: null })).toMatchObject({
        body: { state: 'active', expiration: null, tier_start_date: after.tier_start_date },
      });
      expect(code(await change(id, { state: 'lost' }))).toEqual([400, 'validation-failed']);
      expect(code(await change('x', {}))).toEqual([404, 'card-not-found']);
      expect(code(await platform.api.get(`${admin}/cards/${randomUUID()}`))).toEqual([404, 'card-not-found']);
    });

    it('expires at its moment, also before the job has seen it, and lives again with a later one', async () => {
      const { id } = await issue();
      const moment = new Date(Date.now() + 300).toISOString();
      expect((await change(id, { expiration: moment })).body).toMatchObject({ state: 'active' });
      await eventually(async () => {
        expect(await get(id)).toMatchObject({ state: 'expired', state_text: 'Expired' });
      });
      await eventually(async () => {
        const stored = await rows(`SELECT state AS n FROM card WHERE id = '${id}'`);
        expect(stored[0]?.n).toBe('expired');
      });
      expect(code(await change(id, { state: 'active' }))).toEqual([409, 'card-state-conflict']);
      expect((await change(id, { expiration: '2090-01-01T00:00:00Z' })).body).toMatchObject({ state: 'active' });
    });

    it('goes on under another number: the old one leads nobody to it any more', async () => {
      const { id, identifier } = await issue({ definition: (await define({ users_per_card: 5 })).id });
      const who = await begun(platform);
      await add(who, identifier);
      const next = fresh();
      expect(await transfer(id, next)).toMatchObject({
        status: 200,
        body: { id, identifier, identifier_actual: next, state: 'active', user_id: [who.user_id] },
      });
      expect((await transfer(id, next)).status).toBe(200);
      expect(code(await add(await begun(platform), identifier))).toEqual([400, 'card-unknown']);
      expect((await add(who, identifier)).status).toBe(200);
      expect(await add(await begun(platform), next)).toMatchObject({ status: 200, body: { id } });
      expect(code(await platform.api.post(`${admin}/cards`, { identifiers: [next] }))).toEqual([
        409,
        'card-number-taken',
      ]);
    });

    it('takes over an issued card that nobody has, and none that is on an account', async () => {
      const [lost, spare, used] = [await issue(), await issue(), await issue()];
      await add(await begun(platform), used.identifier);
      expect(code(await transfer(lost.id, used.identifier))).toEqual([409, 'card-number-taken']);
      expect((await transfer(lost.id, spare.identifier)).body).toMatchObject({ identifier_actual: spare.identifier });
      expect(await get(spare.id)).toMatchObject({ state: 'replaced', state_text: 'Replaced' });
      expect(code(await change(spare.id, { state: 'active' }))).toEqual([409, 'card-state-conflict']);
      expect(code(await transfer(spare.id, fresh()))).toEqual([409, 'card-state-conflict']);
      expect(await add(await begun(platform), spare.identifier)).toMatchObject({ status: 200, body: { id: lost.id } });
      expect((await transfer(lost.id, lost.identifier)).body).toMatchObject({ identifier_actual: lost.identifier });
    });

    it('is moved to a number by one of ten at once only', async () => {
      const cards = await Promise.all(Array.from({ length: 10 }, () => issue()));
      const next = fresh();
      const answers = await Promise.all(cards.map((card) => transfer(card.id, next)));
      expect(answers.filter((each) => each.status === 200)).toHaveLength(1);
      expect(answers.filter((each) => code(each).join() === '409,card-number-taken')).toHaveLength(9);
    });
  });
});
