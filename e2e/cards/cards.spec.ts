import type { Card, UserCards } from '@ces/contracts/cards/cards';
import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import { openSteps } from '@ces/contracts/identity/registration';
import type { ApiAnswer } from '@ces/testing/api-client';
import { Platform } from '../platform/platform.js';
import { begun, type Begun } from '@ces/testing/registrations';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { randomUUID } from 'node:crypto';
import { cardsAnswer } from '@ces/testing/card-schema';

describe('customer cards', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
  }, 60_000);

  afterAll(() => platform.stop());

  const admin = '/api/1/admin';
  const code = (answer: ApiAnswer) => [answer.status, (answer.body as { code?: string }).code];
  const issue = async (definition = 'default', count = 1, more: object = {}) => {
    const identifiers = Array.from({ length: count }, () => `60${randomUUID().slice(0, 13)}`);
    const answer = await platform.api.post(`${admin}/cards`, { definition, identifiers, ...more });
    expect(answer.status).toBe(201);
    return (answer.body as IssuedCards).cards;
  };
  const define = async (more: object = {}) => {
    const answer = await platform.api.post(`${admin}/card-definitions`, { name: `d-${randomUUID()}`, ...more });
    expect(answer.status).toBe(201);
    return answer.body as CardDefinition;
  };
  const add = (who: Begun, identifier: unknown, query = '') =>
    platform.api.post(`/api/1/card/add${query}`, { auth_nonce: who.auth_nonce, identifier });
  const cardsOf = async (who: Begun, query = '') => {
    const user = await platform.asUser(who.user_id, 'cards');
    const answer = await user.get(`/api/2/card/user${query}`);
    expect(answer.status).toBe(200);
    return (answer.body as UserCards).cards;
  };
  const withCard = async (definition = 'default', more: object = {}) => {
    const who = await begun(platform);
    const [issued] = await issue(definition, 1, more);
    const card = (await add(who, issued?.identifier)).body as Card;
    return { who, card, user: await platform.asUser(who.user_id, 'cards') };
  };

  describe('row 18', () => {
    it('adds a card to the account that is being registered, and closes its step at once', async () => {
      const who = await begun(platform);
      const bus = platform.messaging.bus;
      expect(await bus.call(openSteps, { user_id: who.user_id })).toMatchObject({ card: true });
      const [issued] = await issue();
      const answer = await add(who, issued?.identifier);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          id: issued?.id,
          identifier: issued?.identifier,
          user_id: [who.user_id],
          user_id_featured: { [who.user_id]: true },
        },
      });
      expect(await bus.call(openSteps, { user_id: who.user_id })).toMatchObject({ card: false });
    });

    it('answers with the card when the user has it already', async () => {
      const { who, card } = await withCard();
      expect(await add(who, ` ${card.identifier} `)).toMatchObject({ status: 200, body: card });
      expect(await cardsOf(who)).toHaveLength(1);
    });

    it.each(['nobody-has-this', '', 'x'.repeat(300), 'a\u0000b', '\ud800', 4711, null])(
      'knows no card of the number %j',
      async (number) => {
        const answer = await add(await begun(platform), number);
        expect(code(answer)).toEqual([400, number === null ? 'validation-failed' : 'card-unknown']);
      },
    );

    it('refuses an unknown nonce, a missing one, and a user token without the scope', async () => {
      const [issued] = await issue();
      expect(code(await add({ user_id: '', auth_nonce: 'x' }, issued?.identifier))).toEqual([400, 'nonce-invalid']);
      expect(code(await platform.api.post('/api/1/card/add', { identifier: 'x' }))).toEqual([400, 'validation-failed']);
      const user = await platform.asUser('U'.repeat(25), 'optins');
      expect(code(await user.post('/api/1/card/add', {}))).toEqual([403, 'scope-insufficient']);
    });

    it('refuses a card of another account, and one that is not active', async () => {
      const { card } = await withCard();
      expect(code(await add(await begun(platform), card.identifier))).toEqual([409, 'card-taken']);
      const [blocked] = await issue();
      await platform.api.send('PATCH', `${admin}/cards/${blocked?.id}`, { body: { state: 'blocked' } });
      expect(code(await add(await begun(platform), blocked?.identifier))).toEqual([409, 'card-not-usable']);
    });

    it('lets a card onto as many accounts as its definition says, and of fifty at once not one more', async () => {
      const definition = await define({ users_per_card: 3 });
      const [issued] = await issue(definition.name);
      const answers = await Promise.all(
        Array.from({ length: 50 }, async () => add(await begun(platform), issued?.identifier)),
      );
      expect(answers.filter((each) => each.status === 200)).toHaveLength(3);
      expect(answers.filter((each) => code(each).join() === '409,card-taken')).toHaveLength(47);
      const card = (await platform.api.get(`${admin}/cards/${issued?.id}`)).body as Card;
      expect(new Set(card.user_id).size).toBe(3);
    });

    it('repeats its answer under an idempotency key', async () => {
      const who = await begun(platform);
      const [issued] = await issue();
      const body = { auth_nonce: who.auth_nonce, identifier: issued?.identifier };
      const first = await platform.api.post('/api/1/card/add', body, { 'Idempotency-Key': who.user_id });
      const again = await platform.api.post('/api/1/card/add', body, { 'Idempotency-Key': who.user_id });
      expect(again).toMatchObject({ status: 200, text: first.text });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });
  });

  describe('row 21', () => {
    const valid = new Ajv2020({ allErrors: true }).compile(cardsAnswer);

    it('has every field of the specification, nulls included, and no other', async () => {
      const full = await define({
        representation: { name: 'aztec', card_layout: 'wide', data: [{ any: ['thing\u0000'] }] },
        card_presentation: { show_buttons: true, buttons: [{ label: 'Map' }], data_fields: ['firstName'] },
        tiers: [{ name: 'Gold', card_count: 100, image: { src: 'https://cdn.example/g.png', alt: 'Gold' } }],
        display_groups_of: 4,
      });
      const { who, card } = await withCard();
      const [second] = await issue(full.id, 1, { expiration: '2090-01-02T03:04:05+01:00' });
      expect((await add(who, second?.identifier)).status).toBe(200);
      const user = await platform.asUser(who.user_id, 'cards');
      const answer = await user.get('/api/2/card/user');
      expect(valid(answer.body) ? [] : valid.errors).toEqual([]);
      const { cards } = answer.body as UserCards;
      expect(cards[0]).toEqual(card);
      expect(cards[0]).toMatchObject({ display_number: null, expiration: null, card_tier: { card_count: null } });
      expect(cards[1]).toMatchObject({
        expiration: '2090-01-02T02:04:05.000+00:00',
        display_number: second?.identifier.replace(/(.{4})/g, '$1 ').trim(),
        card_definition: { representation: { name: 'aztec', data: [{ any: ['thing\u0000'] }] } },
        card_tier: { name: 'Gold', card_count: 100 },
      });
    });

    it('says the state in the language asked for', async () => {
      const { who } = await withCard();
      const texts = [];
      for (const locale of ['en_GB', 'nl_NL', 'de_DE', 'xx_XX'])
        texts.push((await cardsOf(who, `?locale=${locale}`))[0]?.state_text);
      expect(texts).toEqual(['Active', 'Actief', 'Aktiv', 'Active']);
    });

    it('is empty without a card, and needs the scope of a user token', async () => {
      expect(await cardsOf(await begun(platform))).toEqual([]);
      expect(code(await platform.api.get('/api/2/card/user'))).toEqual([403, 'scope-insufficient']);
      const narrow = await platform.asUser('U'.repeat(25), 'optins');
      expect(code(await narrow.get('/api/2/card/user'))).toEqual([403, 'scope-insufficient']);
    });

    it('shows the featured card first, and only that one is featured', async () => {
      const { who, card, user } = await withCard();
      const [second] = await issue();
      await add(who, second?.identifier);
      expect((await cardsOf(who)).map((each) => each.id)).toEqual([card.id, second?.id]);
      expect((await user.post(`/api/1/card/${second?.id}:feature`)).status).toBe(200);
      const cards = await cardsOf(who);
      expect(cards.map((each) => each.id)).toEqual([second?.id, card.id]);
      expect(cards.map((each) => each.user_id_featured[who.user_id])).toEqual([true, false]);
    });
  });

  describe('of the own account', () => {
    it('can be taken off it, when the definition lets users do so; then the newest of the others is featured', async () => {
      const { who, card, user } = await withCard();
      const [second] = await issue();
      await add(who, second?.identifier);
      expect(await user.send('DELETE', `/api/1/card/${card.id}`)).toMatchObject({
        status: 200,
        body: { deleted: true },
      });
      expect(await cardsOf(who)).toMatchObject([{ id: second?.id, user_id_featured: { [who.user_id]: true } }]);
      const fixed = await define({ users_may_remove: false });
      const kept = await withCard(fixed.id);
      expect(kept.card.user_id_deletable).toEqual({ [kept.who.user_id]: false });
      expect(code(await kept.user.send('DELETE', `/api/1/card/${kept.card.id}`))).toEqual([409, 'card-not-removable']);
      const seat = `${admin}/cards/${kept.card.id}/users/${kept.who.user_id}`;
      expect(await platform.api.send('DELETE', seat)).toMatchObject({ status: 200, body: { deleted: true } });
      expect(await cardsOf(kept.who)).toEqual([]);
      for (const path of [seat, `${admin}/cards/${kept.card.id}/users/a%00`, `${admin}/cards/x/users/y`])
        expect(code(await platform.api.send('DELETE', path))).toEqual([404, 'card-not-found']);
    });

    it('are nobody else’s to feature, to remove or to see', async () => {
      const { card } = await withCard();
      const other = await platform.asUser((await begun(platform)).user_id, 'cards');
      for (const answer of [
        await other.post(`/api/1/card/${card.id}:feature`),
        await other.send('DELETE', `/api/1/card/${card.id}`),
        await other.get(`/api/1/card/${card.id}/representation.svg`),
        await other.get('/api/1/card/x/representation.png'),
      ])
        expect(code(answer)).toEqual([404, 'card-not-found']);
    });
  });
});
