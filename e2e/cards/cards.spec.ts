import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import type { Card, UserCards } from '@ces/contracts/cards/cards';
import type { ApiAnswer, ApiClient } from '@ces/testing/gateway/api-client';
import { cardsAnswer } from '@ces/testing/gateway/card-schema';
import { begun, type Begun } from '@ces/testing/gateway/registrations';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { Platform } from '../platform/platform.js';

describe('customer cards through the gateway', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } });
  });

  afterAll(() => platform.stop());

  const admin = '/api/1/admin';
  const path = '/api/1/card/add';
  const code = (answer: ApiAnswer) => [answer.status, (answer.body as { code?: string }).code];
  const issue = async (definition = 'default', more: object = {}) => {
    const body = { definition, identifiers: [`60${randomUUID().slice(0, 13)}`], ...more };
    const answer = await platform.api.post(`${admin}/cards`, body);
    expect(answer.status).toBe(201);
    return (answer.body as IssuedCards).cards[0] as IssuedCards['cards'][number];
  };
  const define = async (more: object = {}) => {
    const answer = await platform.api.post(`${admin}/card-definitions`, { name: `d-${randomUUID()}`, ...more });
    expect(answer.status).toBe(201);
    return answer.body as CardDefinition;
  };
  const add = (who: Begun, identifier: unknown) => platform.api.post(path, { auth_nonce: who.auth_nonce, identifier });
  const cardsOf = async (who: Begun, query = '') => {
    const user = await platform.asUser(who.user_id, 'cards');
    const answer = await user.get(`/api/2/card/user${query}`);
    expect(answer.status).toBe(200);
    return (answer.body as UserCards).cards;
  };
  const withCard = async (definition = 'default', more: object = {}) => {
    const who = await begun(platform);
    const issued = await issue(definition, more);
    const added = await add(who, issued.identifier);
    expect(added.status).toBe(200);
    return { who, card: added.body as Card, user: await platform.asUser(who.user_id, 'cards') };
  };

  describe('row 18', () => {
    it('adds a card to the account that is being registered', async () => {
      const [who, issued] = [await begun(platform), await issue()];
      const body = {
        id: issued.id,
        identifier: issued.identifier,
        user_id: [who.user_id],
        user_id_featured: { [who.user_id]: true },
      };
      const first = await add(who, issued.identifier);
      expect(first).toMatchObject({ status: 200, body });
      expect(await add(who, ` ${issued.identifier} `)).toMatchObject({ status: 200, body: first.body });
    });

    it('knows no card of a number that is unknown or malformed, and names its pointer', async () => {
      for (const number of ['unknown-number', '', 'x'.repeat(300), 'a\u0000b', '\ud800', 4711, { a: 1 }])
        expect(await add(await begun(platform), number)).toMatchObject({
          status: 400,
          body: { code: 'card-unknown', errors: [{ pointer: '#/identifier' }] },
        });
      for (const number of [null, undefined])
        expect(code(await add(await begun(platform), number))).toEqual([400, 'validation-failed']);
    });

    it('refuses an unknown nonce, a missing one, and a user token without the scope', async () => {
      const { identifier } = await issue();
      expect(code(await add({ user_id: '', auth_nonce: 'x' }, identifier))).toEqual([400, 'nonce-invalid']);
      expect(code(await platform.api.post(path, { identifier: 'x' }))).toEqual([400, 'validation-failed']);
      expect(await platform.api.post(path, { identifier })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '#/auth_nonce' }] },
      });
      const narrow = await platform.asUser('U'.repeat(25), 'optins');
      for (const body of [{}, { identifier }])
        expect(code(await narrow.post(path, body))).toEqual([403, 'scope-insufficient']);
    });

    it('refuses a card of another account, and one that is not active', async () => {
      const { card } = await withCard();
      expect(code(await add(await begun(platform), card.identifier))).toEqual([409, 'card-taken']);
      const blocked = await issue();
      await platform.api.send('PATCH', `${admin}/cards/${blocked.id}`, { body: { state: 'blocked' } });
      expect(code(await add(await begun(platform), blocked.identifier))).toEqual([409, 'card-not-usable']);
    });

    it('answers 429 with Retry-After after five wrong numbers', async () => {
      const who = await begun(platform);
      const user = await platform.asUser(who.user_id, 'cards');
      for (let miss = 1; miss <= 3; miss += 1)
        expect(code(await add(who, randomUUID()))).toEqual([400, 'card-unknown']);
      for (let miss = 4; miss <= 5; miss += 1)
        expect(code(await user.post(path, { identifier: 'x' }))).toEqual([400, 'card-unknown']);
      const refused = await add(who, (await issue()).identifier);
      expect(code(refused)).toEqual([429, 'rate-limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(code(await user.post(path, { identifier: 'x' }))).toEqual([429, 'rate-limited']);
    });

    it('repeats its answer under an idempotency key', async () => {
      const who = await begun(platform);
      const { identifier } = await issue();
      const body = { auth_nonce: who.auth_nonce, identifier };
      const first = await platform.api.post(path, body, { 'Idempotency-Key': who.user_id });
      const again = await platform.api.post(path, body, { 'Idempotency-Key': who.user_id });
      expect(again).toMatchObject({ status: 200, text: first.text });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });

    it('adds the card to the account of a user token, without a nonce', async () => {
      const [who, { identifier }] = [await begun(platform), await issue()];
      const user = await platform.asUser(who.user_id, 'cards');
      const answer = await user.post(path, { identifier });
      expect(answer).toMatchObject({ status: 200, body: { identifier, user_id: [who.user_id] } });
      expect((await user.get('/api/2/card/user')).body).toMatchObject({ cards: [{ id: (answer.body as Card).id }] });
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
      const { who, card, user } = await withCard();
      const second = await issue(full.id, { expiration: '2090-01-02T03:04:05+01:00' });
      expect((await add(who, second.identifier)).status).toBe(200);
      const answer = await user.get('/api/2/card/user');
      expect(valid(answer.body) ? [] : valid.errors).toEqual([]);
      const { cards } = answer.body as UserCards;
      expect(cards[0]).toEqual(card);
      expect(cards[0]).toMatchObject({ display_number: null, expiration: null, card_tier: { card_count: null } });
      expect(cards[1]).toMatchObject({
        expiration: '2090-01-02T02:04:05.000+00:00',
        display_number: second.identifier.replace(/(.{4})/g, '$1 ').trim(),
        card_definition: { representation: { name: 'aztec', data: [{ any: ['thing\u0000'] }] } },
        card_tier: { name: 'Gold', card_count: 100 },
      });
    });

    it('says the state in the language asked for, and names the language', async () => {
      const { who, user } = await withCard();
      const texts = [];
      for (const locale of ['en_GB', 'nl_NL', 'de_DE']) {
        const answer = await user.get(`/api/2/card/user?locale=${locale}`);
        expect(answer.headers.get('content-language')).toBe(locale.replace('_', '-'));
        texts.push((answer.body as UserCards).cards[0]?.state_text);
      }
      texts.push((await cardsOf(who, '?locale=xx_XX'))[0]?.state_text);
      expect(texts).toEqual(['Active', 'Actief', 'Aktiv', 'Active']);
    });

    it('is empty without a card, and needs the scope of a user token', async () => {
      expect(await cardsOf(await begun(platform))).toEqual([]);
      expect(code(await platform.api.get('/api/2/card/user'))).toEqual([403, 'scope-insufficient']);
      const narrow = await platform.asUser('U'.repeat(25), 'optins');
      expect(code(await narrow.get('/api/2/card/user'))).toEqual([403, 'scope-insufficient']);
    });
  });

  describe('of the own account', () => {
    it('can be featured, and taken off it', async () => {
      const { who, card, user } = await withCard();
      const second = await issue();
      await add(who, second.identifier);
      expect((await user.post(`/api/1/card/${second.id}:feature`)).status).toBe(200);
      expect((await cardsOf(who)).map((each) => each.id)).toEqual([second.id, card.id]);
      expect(await user.send('DELETE', `/api/1/card/${second.id}`)).toMatchObject({
        status: 200,
        body: { deleted: true },
      });
      expect(await cardsOf(who)).toMatchObject([{ id: card.id, user_id_featured: { [who.user_id]: true } }]);
    });

    it('are taken off by an operator where users may not', async () => {
      const fixed = await define({ users_may_remove: false });
      const { who, card, user } = await withCard(fixed.id);
      expect(code(await user.send('DELETE', `/api/1/card/${card.id}`))).toEqual([409, 'card-not-removable']);
      const seat = `${admin}/cards/${card.id}/users/${who.user_id}`;
      expect(await platform.api.send('DELETE', seat)).toMatchObject({ status: 200, body: { deleted: true } });
      expect(await cardsOf(who)).toEqual([]);
      for (const gone of [seat, `${admin}/cards/${card.id}/users/a%00`, `${admin}/cards/x/users/y`])
        expect(code(await platform.api.send('DELETE', gone))).toEqual([404, 'card-not-found']);
    });

    it('cannot be featured, removed or seen by another user', async () => {
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

  describe('as images', () => {
    const load = async (user: ApiClient, card: Card, format: 'svg' | 'png') => {
      const { status, headers, bytes } = await user.get(`/api/1/card/${card.id}/representation.${format}`);
      return { status, type: headers.get('content-type'), bytes };
    };

    it('have their types, and the number can be read back', async () => {
      const { card, user } = await withCard('default', { identifiers: [`No. ${randomUUID().slice(0, 8)}/A+b`] });
      const png = await load(user, card, 'png');
      expect(png).toMatchObject({ status: 200, type: 'image/png' });
      const [read] = await readBarcodes(png.bytes);
      expect(read).toMatchObject({ symbology: 'QRCode', text: card.identifier, isValid: true });
      const svg = await load(user, card, 'svg');
      expect(svg).toMatchObject({ status: 200, type: expect.stringContaining('image/svg+xml') });
      expect(Buffer.from(svg.bytes).toString()).toMatch(/^<svg[^>]+viewBox/);
    });

    it('are missing where the definition says none, and need a user token', async () => {
      const { card, user } = await withCard((await define({ representation: { name: 'none' } })).id);
      expect(await user.get(`/api/1/card/${card.id}/representation.svg`)).toMatchObject({
        status: 404,
        body: { code: 'card-representation-none' },
      });
      expect((await platform.api.get(`/api/1/card/${card.id}/representation.svg`)).status).toBe(403);
    });
  });
});
