import { userErased } from '@ces/contracts/identity/erasure';
import { userClosed, userCreated, userRestored } from '@ces/contracts/identity/users';
import type { FactContract } from '@ces/contracts/rpc';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { DataSource } from 'typeorm';
import { EventWorld } from '../../test/event-world.js';

let count = 0;
const newUser = (): string => `known${String((count += 1)).padStart(20, '0')}`;
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

describe('users whose ids the events service has copied', () => {
  let world: EventWorld;

  beforeAll(async () => {
    world = await EventWorld.start();
    await world.define('purchase');
  });
  afterAll(() => world.stop());

  const tell = <T extends object>(what: FactContract<T>, payloads: T[]) =>
    tellFacts(world.service.messaging.nats, what, payloads);
  const send = async (user_id: string, more: object = {}) =>
    (await world.sendAll([{ user_id, confirmed: false, ...more }]))[0];
  const copyOf = (user_id: string) =>
    world.sql<{ closed: boolean }>(`SELECT closed FROM known_user WHERE user_hash = sha256(convert_to($1, 'UTF8'))`, [
      user_id,
    ]);
  const known = (user_id: string, closed: boolean) =>
    eventually(async () => {
      expect(await copyOf(user_id)).toEqual([{ closed }]);
    });
  const unknown = { unknown_user: true };
  const accepted = { accepted: { status: 'accepted' } };

  it('are known when identity has told of them', async () => {
    const user = newUser();
    expect(await send(user)).toEqual(unknown);
    await tell(userCreated, [{ user_id: user }]);
    await known(user, false);
    expect(await send(user)).toMatchObject(accepted);
  });

  it('are known after an event that identity has confirmed', async () => {
    const user = newUser();
    expect(await send(user, { confirmed: true })).toMatchObject(accepted);
    await known(user, false);
    expect(await send(user)).toMatchObject(accepted);
    expect(await world.log(user)).toHaveLength(2);
  });

  it('are looked up before their event may be found faulty', async () => {
    const [ours, stranger] = [newUser(), newUser()];
    await send(ours, { confirmed: true });
    await known(ours, false);
    const faulty = { data: '{"amount": 0}' };
    const results = await world.sendAll(
      [{ user_id: stranger, ...faulty }, { user_id: ours, ...faulty }, { user_id: stranger }, { user_id: ours }].map(
        (each) => ({ ...each, confirmed: false }),
      ),
    );
    expect(results).toMatchObject([unknown, { problem: { code: 'event-data-invalid' } }, unknown, accepted]);
    expect(await world.log(stranger)).toEqual([]);
  });

  it('use up no key while they are unknown', async () => {
    const user = newUser();
    expect(await send(user, { key: user })).toEqual(unknown);
    expect(await send(user, { key: user, confirmed: true })).toMatchObject({ ...accepted, replayed: false });
    await known(user, false);
    expect(await send(user, { key: user })).toMatchObject({ ...accepted, replayed: true });
  });

  it('are unknown while their account is closed, whatever the order of the facts', async () => {
    const user = newUser();
    await send(user, { confirmed: true });
    await tell(userClosed, [{ user_id: user, at: at(2) }]);
    await known(user, true);
    expect(await send(user)).toEqual(unknown);
    // The fact about the other user comes last, so the facts before it have been handled.
    const [other, another] = [newUser(), newUser()];
    await tell(userCreated, [{ user_id: user }, { user_id: other }]);
    await known(other, false);
    await tell(userRestored, [{ user_id: user, at: at(1) }]);
    await tell(userRestored, [{ user_id: another, at: at(1) }]);
    await known(another, false);
    expect(await copyOf(user)).toEqual([{ closed: true }]);
    expect(await send(user)).toEqual(unknown);
    await tell(userRestored, [{ user_id: user, at: at(3) }]);
    await known(user, false);
    expect(await send(user)).toMatchObject(accepted);
    await tell(userClosed, [{ user_id: user, at: at(2) }]);
    await tell(userClosed, [{ user_id: other, at: at(2) }]);
    await known(other, true);
    expect(await copyOf(user)).toEqual([{ closed: false }]);
  });

  it('are forgotten when they are erased, and not copied again', async () => {
    const user = newUser();
    await send(user, { confirmed: true });
    await tell(userErased, [{ user_id: user }]);
    await eventually(async () => {
      expect(await copyOf(user)).toEqual([]);
    });
    const other = newUser();
    for (const each of [user, other]) await tell(userCreated, [{ user_id: each }]);
    await known(other, false);
    await tell(userClosed, [{ user_id: user, at: at(2) }]);
    await tell(userClosed, [{ user_id: other, at: at(2) }]);
    await known(other, true);
    expect(await send(user, { confirmed: true })).toMatchObject({ problem: { code: 'user-not-found' } });
    expect(await copyOf(user)).toEqual([]);
  });

  it('are deleted after the transactions that add users and began before the erasure', async () => {
    const user = newUser();
    await world.service.app.get(DataSource).transaction(async (sql) => {
      await sql.query(`SELECT pg_advisory_xact_lock_shared(1970496882)`);
      await tell(userErased, [{ user_id: user }]);
      await untilBlocked(world.service.app.get(DataSource), { statement: 'pg_advisory_xact_lock(' });
      await sql.query('INSERT INTO known_user (user_hash) VALUES (sha256($1))', [Buffer.from(user)]);
    });
    await eventually(async () => {
      expect(await copyOf(user)).toEqual([]);
    });
  });
});
