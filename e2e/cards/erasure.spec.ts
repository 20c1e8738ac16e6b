import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import { cardAdded, cardChanged, cardTierChanged, type Card } from '@ces/contracts/cards/cards';
import { erasureReceipt, exportOf, userErased } from '@ces/contracts/identity/erasure';
import { optinChanged, type OptinDefinition } from '@ces/contracts/cards/optins';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { begun, type Begun } from '@ces/testing/registrations';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';

describe('facts and erasure of the cards service', () => {
  let platform: Platform;
  let optin: string;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
    const purpose = { name: 'marketing', can_be_updated: true, required: false };
    const defined = await platform.api.post('/api/1/admin/optins', {
      name: { en_GB: 'News' },
      description: { en_GB: 'News' },
      purpose,
    });
    optin = (defined.body as OptinDefinition).id;
  }, 60_000);

  afterAll(() => platform.stop());

  const nats = () => platform.messaging.nats;
  const rows = <T = { n: string }>(sql: string, values: unknown[] = []) =>
    platform.cards.get(DataSource).query<T[]>(sql, values);

  /** A user with a card, shared with another one, and an answered opt-in. */
  const populate = async (who: Begun, partner?: Begun) => {
    const other = partner ?? (await begun(platform));
    const definition = randomUUID();
    await platform.api.post('/api/1/admin/card-definitions', {
      name: definition,
      users_per_card: 2,
      tiers: [{ name: 'Silver' }, { name: 'Gold' }],
    });
    const issued = await platform.api.post('/api/1/admin/cards', { definition, identifiers: [randomUUID()] });
    const identifier = (issued.body as IssuedCards).cards[0]?.identifier;
    for (const { auth_nonce } of [other, who])
      await platform.api.post('/api/1/card/add', { auth_nonce, identifier }, { 'Idempotency-Key': auth_nonce });
    const { auth_nonce } = who;
    await platform.api.put('/api/1/user/optins/change', { auth_nonce, optins: [{ optin_id: optin, optin: true }] });
    const id = (issued.body as IssuedCards).cards[0]?.id ?? '';
    await platform.api.send('PATCH', `/api/1/admin/cards/${id}`, { body: { tier: 'Gold', state: 'blocked' } });
    return { id, other };
  };
  const factsOf = (userId: string) =>
    rows<{ subject: string; payload: string; published: boolean }>(
      `SELECT subject, payload, published_at IS NOT NULL AS published FROM outbox
        WHERE payload::json->>'user_id' = $1 ORDER BY id`,
      [userId],
    );
  const messagesWith = async (text: string) => {
    const manager = await nats().manager();
    const stream = nats().streamOf('cards');
    const { state } = await manager.streams.info(stream);
    const found = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage(stream, { seq }).catch(() => null);
      if (message?.string().includes(text)) found.push(message.subject.split('.').slice(-1)[0]);
    }
    return found;
  };
  /** As identity's relay publishes it. */
  const deliver = async (user_id: string, messageId: string) => {
    const js = await nats().jetstream();
    await js.publish(
      nats().subject('fact', userErased.subject),
      JSON.stringify([{ id: messageId, payload: JSON.stringify({ user_id }) }]),
    );
  };
  const receipts = (userId: string) =>
    rows('SELECT count(*) AS n FROM outbox WHERE subject = $1 AND payload::json->>$2 = $3', [
      erasureReceipt('cards').subject,
      'user_id',
      userId,
    ]);

  it('each user of a card is told of, in the order of what happened', async () => {
    const who = await begun(platform);
    const { id, other } = await populate(who);
    const told = await factsOf(who.user_id);
    expect(told.map((fact) => fact.subject)).toEqual(
      [cardAdded, optinChanged, cardChanged, cardTierChanged].map((event) => event.subject),
    );
    expect(told.map((fact) => JSON.parse(fact.payload) as object)).toMatchObject([
      { user_id: who.user_id, card_id: id, card_tier: 'Silver' },
      { optin_id: optin, name: 'News', text_version: 1, opted_in: true, source: 'registration', purpose: 'marketing' },
      { changes: ['state'], state: 'blocked' },
      { card_id: id, card_tier: 'Gold', previous_card_tier: 'Silver' },
    ]);
    expect((await factsOf(other.user_id)).map((fact) => fact.subject)).not.toContain(optinChanged.subject);
    await eventually(async () => {
      expect(await messagesWith(who.user_id)).toEqual([
        'card-added',
        'optin-changed',
        'card-changed',
        'card-tier-changed',
      ]);
    });
  });

  it('leaves nothing of the user in any table or message but the receipt, though it is asked twice', async () => {
    const who = await begun(platform);
    const { id, other } = await populate(who);
    const bus = platform.messaging.bus;
    const before = await bus.call(exportOf('cards'), { user_id: who.user_id });
    expect(before).toMatchObject({ cards: [{ id, user_id: [who.user_id] }], consents: [{ optin_id: optin }] });
    expect(JSON.stringify(before)).not.toContain(other.user_id);
    await deliver(who.user_id, newId());
    await deliver(who.user_id, newId());
    await eventually(async () => {
      expect((await receipts(who.user_id))[0]?.n).toBe('2');
      expect(new Set(await messagesWith(who.user_id))).toEqual(new Set(['erasure-receipt']));
    });
    await rows('DELETE FROM outbox WHERE subject = $1', [erasureReceipt('cards').subject]);
    const tables = await rows<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
    for (const { name } of tables) {
      const found = await rows(`SELECT count(*) AS n FROM ${name} t WHERE strpos(t::text, $1) > 0`, [who.user_id]);
      expect([name, found[0]?.n]).toEqual([name, '0']);
    }
    expect(await bus.call(exportOf('cards'), { user_id: who.user_id })).toEqual({
      cards: [],
      consents: [],
      next: null,
    });
    const card = (await platform.api.get(`/api/1/admin/cards/${id}`)).body as Card;
    expect(card.user_id).toEqual([other.user_id]);
  });

  it('is done once for a fact that is delivered twice', async () => {
    const { user_id } = await begun(platform);
    await deliver(user_id, newId());
    await eventually(async () => {
      expect(await receipts(user_id)).toEqual([{ n: '1' }]);
    });
    // A consumer that is made anew gets everything once more.
    const manager = await nats().manager();
    const [stream, consumer] = [nats().streamOf('identity'), 'cards-identity-user-erased'];
    await manager.consumers.delete(stream, consumer);
    await eventually(async () => {
      const { delivered, num_pending, num_ack_pending } = await manager.consumers.info(stream, consumer);
      expect([delivered.consumer_seq > 0, num_pending, num_ack_pending]).toEqual([true, 0, 0]);
    });
    expect(await receipts(user_id)).toEqual([{ n: '1' }]);
  });

  it('refuses what was under way for the user, and goes on telling of others', async () => {
    const who = await begun(platform);
    await populate(who);
    await deliver(who.user_id, newId());
    await eventually(async () => {
      expect(await receipts(who.user_id)).toEqual([{ n: '1' }]);
    });
    const late = await platform.api.put('/api/1/user/optins/change', {
      auth_nonce: who.auth_nonce,
      optins: [{ optin_id: optin, optin: true }],
    });
    expect(late).toMatchObject({ status: 404, body: { code: 'user-not-found' } });
    const next = await begun(platform);
    await populate(next);
    await eventually(async () => {
      expect(await messagesWith(next.user_id)).toHaveLength(4);
    });
  });
});
