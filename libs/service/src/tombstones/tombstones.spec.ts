import { Transactions } from '@ces/messaging/storage/transactions';
import { migratedDatabase } from '@ces/testing/servers/migrated-database';
import type { PrivateDatabase } from '@ces/testing/servers/private-database';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import { ClosedUserEntity } from './closed-user.entity.js';
import { ClosedUserStore } from './closed-user.store.js';
import { ClosedUsers } from './closed-users.service.js';
import { ErasedUserEntity } from './erased-user.entity.js';
import { TombstoneStore } from './tombstone.store.js';
import { Tombstones } from './tombstones.service.js';
import { UserTombstones } from './user-tombstones.service.js';

class CreateTombstones1 {
  readonly name = 'CreateTombstones1700000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE erased_user (user_hash bytea PRIMARY KEY, erased_at timestamptz NOT NULL DEFAULT now())',
    );
    await runner.query(
      'CREATE TABLE closed_user (user_hash bytea PRIMARY KEY, closed boolean NOT NULL, at timestamptz NOT NULL)',
    );
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

describe('tombstones', () => {
  let database: PrivateDatabase;
  let source: DataSource;
  let transactions: Transactions;
  let store: TombstoneStore;
  let users: ClosedUsers;

  beforeAll(async () => {
    database = await migratedDatabase('tombstones', { entities: [], migrations: [CreateTombstones1] });
    source = await new DataSource({
      type: 'postgres',
      url: database.url,
      entities: [ClosedUserEntity, ErasedUserEntity],
    }).initialize();
    transactions = new Transactions(source);
    store = new TombstoneStore(transactions);
    users = new ClosedUsers(transactions, store, new ClosedUserStore(transactions));
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  /** Runs both in overlapping transactions, and returns the order in which they ended. */
  const overlap = async (first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<string[]> => {
    const ended: string[] = [];
    const begun = Promise.withResolvers<undefined>();
    const slow = transactions.run(async () => {
      await first();
      begun.resolve(undefined);
      await sleep(300);
      ended.push('first');
    });
    await begun.promise;
    const quick = transactions.run(second).then(() => ended.push('second'));
    await Promise.all([slow, quick]);
    return ended;
  };

  const tombstonesOf = (userId: string) =>
    source.query<unknown[]>('SELECT FROM erased_user WHERE user_hash = sha256($1)', [Buffer.from(userId)]);

  it('are kept for a week', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    const tombstones = new Tombstones(store);
    await transactions.run(() => tombstones.bury(old));
    await source.query(`UPDATE erased_user SET erased_at = now() - interval '8 days'`);
    await transactions.run(() => tombstones.bury(young));
    await transactions.run(() => tombstones.bury(young));
    await tombstones.purge();
    expect([(await tombstonesOf(old)).length, (await tombstonesOf(young)).length]).toEqual([0, 1]);
  });

  describe('of single users', () => {
    const tombstones = () => new UserTombstones(store);

    it('refuse writers of an erased user', async () => {
      const [erased, other] = [randomUUID(), randomUUID()];
      await transactions.run(() => tombstones().bury(erased));
      await expect(transactions.run(() => tombstones().lockUser(erased))).rejects.toMatchObject({
        code: 'user-not-found',
      });
      await transactions.run(() => tombstones().lockUser(other));
    });

    it('make writers and the erasure of one user wait for each other', async () => {
      const user = randomUUID();
      const lock = () => tombstones().lockUser(user);
      expect(await overlap(lock, lock)).toEqual(['first', 'second']);
      expect(await overlap(lock, () => tombstones().bury(user))).toEqual(['first', 'second']);
      await expect(transactions.run(lock)).rejects.toThrow('There is no such user.');
    });

    it('let writers of two users run at once', async () => {
      const lock = () => tombstones().lockUser(randomUUID());
      expect(await overlap(lock, lock)).toEqual(['second', 'first']);
    });
  });

  describe('of sets of users', () => {
    it('name the erased and closed users among many', async () => {
      const [erased, closed, restored, open] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
      const note = (user: string, state: 'closed' | 'restored', at: string) =>
        transactions.run(() => users.noteClosing(user, { state, at }));
      await note(closed, 'closed', '2026-01-01T00:00:00Z');
      await note(restored, 'restored', '2026-01-02T00:00:00Z');
      await note(restored, 'closed', '2026-01-01T00:00:00Z');
      await transactions.run(() => users.bury(erased));
      await note(erased, 'restored', '2026-01-02T00:00:00Z');
      const all = [erased, closed, restored, open];
      expect(await users.knownGone(all)).toEqual(new Set([erased, closed]));
      expect(await transactions.run(() => users.goneAmong(all))).toEqual(new Set([erased, closed]));
      expect(await users.knownGone([])).toEqual(new Set());
      await expect(transactions.run(() => users.demandUser(closed))).rejects.toMatchObject({ code: 'user-not-found' });
      await transactions.run(() => users.demandUser(open));
    });

    it('make an erasure wait for writers, which do not wait for each other', async () => {
      const user = randomUUID();
      const write = () => users.goneAmong([user, randomUUID()]);
      expect(await overlap(write, write)).toEqual(['second', 'first']);
      expect(await overlap(write, () => users.bury(user))).toEqual(['first', 'second']);
    });

    it('forget accounts that were restored a week ago, and dead letters of erased users', async () => {
      await source.query('TRUNCATE erased_user, closed_user');
      const [erased, closed, restored] = ['anna', 'bert', 'carl'];
      await transactions.run(() => users.noteClosing(closed, { state: 'closed', at: '2026-01-01T00:00:00Z' }));
      await transactions.run(() => users.noteClosing(restored, { state: 'restored', at: '2026-01-01T00:00:00Z' }));
      await transactions.run(() => users.bury(erased));
      for (const user of [erased, closed])
        await source.query(
          `INSERT INTO dead_letter VALUES (gen_random_uuid(), 'c', 's', gen_random_uuid(), $1, 'e', 6)`,
          [JSON.stringify({ user_id: user })],
        );
      await users.purge();
      expect(await source.query('SELECT payload FROM dead_letter')).toEqual([{ payload: '{"user_id":"bert"}' }]);
      expect(await source.query('SELECT closed FROM closed_user')).toEqual([{ closed: true }]);
      expect(await tombstonesOf(erased)).toHaveLength(1);
    });
  });
});
