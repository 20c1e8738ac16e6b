import { cardAdded, cardChanged, cardTierChanged } from '@ces/contracts/cards/cards';
import { optinChanged } from '@ces/contracts/cards/optins';
import { erasureReceipt, exportOf, userErased } from '@ces/contracts/identity/erasure';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { randomUUID } from 'node:crypto';
import { CardsWorld, refusalOf, withKey, type Registrant } from '../../test/cards-world.js';
import { OptinsWorld } from '../../test/optins-world.js';

describe('facts and erasure of the cards service', () => {
  let world: CardsWorld;
  let optins: OptinsWorld;
  let optin: string;

  beforeAll(async () => {
    world = await CardsWorld.start();
    optins = new OptinsWorld(world);
    optin = (await optins.define('News')).id;
  });

  afterAll(() => world.stop());

  const nats = () => world.service.messaging.nats;

  /** A user with a card, shared with another one, an answered opt-in and a miss. */
  const populate = async (who: Registrant) => {
    const other = world.begin();
    const { id: definition } = await world.define({ users_per_card: 2, tiers: [{ name: 'Silver' }, { name: 'Gold' }] });
    const { id, identifier } = await world.issue({ definition });
    for (const user of [other, who])
      await withKey(() => world.add(user, identifier), { key: user.auth_nonce, hash: 'hash' });
    await optins.answer(who, { optin_id: optin, optin: true });
    await world.change(id, { tier: 'Gold', state: 'blocked' });
    expect(await refusalOf(world.add(who, randomUUID()))).toEqual([400, 'card-unknown']);
    return { id, other };
  };
  const factsOf = (userId: string) =>
    world.query<{ subject: string; payload: string }>(
      `SELECT subject, payload FROM outbox WHERE payload::json->>'user_id' = $1 ORDER BY id`,
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
  const erase = (user_id: string) => tellFacts(nats(), userErased, [{ user_id }], [newId()]);
  const receipts = (userId: string) =>
    world.query('SELECT count(*) AS n FROM outbox WHERE subject = $1 AND payload::json->>$2 = $3', [
      erasureReceipt('cards').subject,
      'user_id',
      userId,
    ]);

  it('facts tell each user of a card, in the order of the changes', async () => {
    const who = world.begin();
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

  it('erasure leaves nothing of the user in any table or message but the receipt, also when it is asked twice', async () => {
    const who = world.begin();
    const { id, other } = await populate(who);
    const before = await world.bus.call(exportOf('cards'), { user_id: who.user_id });
    expect(before).toMatchObject({ cards: [{ id, user_id: [who.user_id] }], consents: [{ optin_id: optin }] });
    expect(JSON.stringify(before)).not.toContain(other.user_id);
    expect(await world.query('SELECT count(*) AS n FROM card_miss')).not.toEqual([{ n: '0' }]);
    await erase(who.user_id);
    await erase(who.user_id);
    await eventually(async () => {
      expect((await receipts(who.user_id))[0]?.n).toBe('2');
      expect(new Set(await messagesWith(who.user_id))).toEqual(new Set(['erasure-receipt']));
    });
    await world.query('DELETE FROM outbox WHERE subject = $1', [erasureReceipt('cards').subject]);
    const tables = await world.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    for (const { name } of tables) {
      const found = await world.query(`SELECT count(*) AS n FROM ${name} t WHERE strpos(t::text, $1) > 0`, [
        who.user_id,
      ]);
      expect([name, found[0]?.n]).toEqual([name, '0']);
    }
    expect(await world.query(`SELECT count(*) AS n FROM card_miss JOIN erased_user USING (user_hash)`)).toEqual([
      { n: '0' },
    ]);
    expect(await world.bus.call(exportOf('cards'), { user_id: who.user_id })).toEqual({
      cards: [],
      consents: [],
      next: null,
    });
    expect((await world.get(id)).user_id).toEqual([other.user_id]);
  });

  it('erasure is done once for a fact that is delivered twice', async () => {
    const { user_id } = world.begin();
    await erase(user_id);
    await eventually(async () => {
      expect(await receipts(user_id)).toEqual([{ n: '1' }]);
    });
    // A new consumer gets every fact once more.
    const manager = await nats().manager();
    const [stream, consumer] = [nats().streamOf('identity'), 'cards-identity-user-erased'];
    await manager.consumers.delete(stream, consumer);
    await eventually(async () => {
      const { delivered, num_pending, num_ack_pending } = await manager.consumers.info(stream, consumer);
      expect([delivered.consumer_seq > 0, num_pending, num_ack_pending]).toEqual([true, 0, 0]);
    });
    expect(await receipts(user_id)).toEqual([{ n: '1' }]);
  });

  it('erasure refuses requests of the user that were under way; facts about other users continue', async () => {
    const who = world.begin();
    await populate(who);
    await erase(who.user_id);
    await eventually(async () => {
      expect(await receipts(who.user_id)).toEqual([{ n: '1' }]);
    });
    const late = optins.answer(who, { optin_id: optin, optin: true });
    expect(await refusalOf(late)).toEqual([404, 'user-not-found']);
    expect(await refusalOf(world.add(who, (await world.issue()).identifier))).toEqual([404, 'user-not-found']);
    const next = world.begin();
    await populate(next);
    await eventually(async () => {
      expect(await messagesWith(next.user_id)).toHaveLength(4);
    });
  });

  it('a chore deletes tombstones after a week', async () => {
    const who = world.begin();
    await erase(who.user_id);
    await eventually(async () => {
      expect(await receipts(who.user_id)).toEqual([{ n: '1' }]);
    });
    await world.query(`UPDATE erased_user SET erased_at = now() - interval '8 days'`);
    const young = world.begin();
    await erase(young.user_id);
    await eventually(async () => {
      expect(await receipts(young.user_id)).toEqual([{ n: '1' }]);
    });
    await world.runChore('purge-tombstones');
    expect(await world.query('SELECT count(*) AS n FROM erased_user')).toEqual([{ n: '1' }]);
  });
});
