import { userErased } from '@ces/contracts/identity/erasure';
import * as users from '@ces/contracts/identity/users';
import { listSegments } from '@ces/contracts/segments/segments';
import { newId } from '@ces/messaging/storage/ids';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { SegmentWorld } from '../../test/segment-world.js';
import { identifierTable } from '../files/identifier-table.js';

describe('the locks of matches and erasures', () => {
  let world: SegmentWorld;
  let client: Client;

  beforeAll(async () => {
    world = await SegmentWorld.start();
    client = new Client({ connectionString: world.service.database.url });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await world.stop();
  });

  const holding = async (lock: string, work: () => Promise<void>) => {
    await client.query('BEGIN');
    await client.query(lock);
    await work().finally(() => client.query('ROLLBACK'));
  };
  const waiting = (condition: string, atLeast = 1) =>
    eventually(async () => {
      const { rows } = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND ${condition}
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      expect(rows[0]?.n).toBeGreaterThanOrEqual(atLeast);
    }, 20_000);

  it('let rows 31 and 32 be answered while the users of a file are counted, and the newest file wins', async () => {
    const { id } = await world.importAndProcess(['a']);
    let newest: unknown;
    await holding('LOCK TABLE connection IN ACCESS EXCLUSIVE MODE', async () => {
      await world.import(['a', 'b'], { segment_id: id, title: 'Second' });
      await waiting(`relation = 'connection'::regclass`);
      const third = await world.import(['a', 'b', 'c'], { segment_id: id, title: 'Third' });
      expect(third).toMatchObject({ state: 'pending', name: 'Third', externalUserCount: 1 });
      newest = third.documentID;
      await expect(world.delete(id)).rejects.toMatchObject({ code: 'segment-not-processed' });
    });
    expect(await world.processed(id)).toMatchObject({ name: 'Third', documentID: newest, externalUserCount: 3 });
  });

  it('let rows 29 and 30 be answered though everything that changes connections waits', async () => {
    const { id } = await world.importAndProcess(['a']);
    await client.query(`UPDATE connection_walk SET ended_at = now() - interval '25 hours'`);
    await holding(`SELECT pg_advisory_xact_lock(hashtextextended('copy of connections', 0))`, async () => {
      const fact = { user_id: 'nobody', provider_name: 'acme', owner_id: 'o' };
      for (const event of [
        users.connectionCreated,
        users.connectionRemoved,
        users.userClosed,
        users.userRestored,
        userErased,
      ])
        await tellFacts(world.service.messaging.nats, event, [fact]);
      for (const identifier of ['b', 'c', 'd']) await world.import([identifier]);
      // One for each kind of fact, for each file at work, and for the comparison with identity.
      await waiting(`locktype = 'advisory'`, 8);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) => (n % 2 ? world.bus.call(listSegments, {}) : world.read(id))),
      );
      expect(answers).toHaveLength(40);
    });
  });

  /** A member of two segments, who is erased when `erase` is called. */
  const eraseMember = async () => {
    const owner = randomUUID();
    const user = await world.identity.connect(owner);
    const [first, second] = [await world.importAndProcess([owner]), await world.importAndProcess([owner])];
    expect(second.internalUserCount).toBe(1);
    return {
      ids: [first.id, second.id] as const,
      erase: async () => {
        world.identity.erase(user);
        await world.identity.tellErased(user);
      },
      gone: () =>
        eventually(async () => {
          expect((await client.query('SELECT FROM connection WHERE user_id = $1', [user])).rowCount).toBe(0);
        }, 20_000),
    };
  };
  const renewAndDelete = async ([first, second]: readonly [string, string]) => {
    expect(await world.import(['x'], { segment_id: first, title: 'New' })).toMatchObject({ name: 'New' });
    expect(await world.delete(second)).toEqual({ deleted: true });
  };

  it('let rows 31 and 32 be answered while an erasure waits for a file that is given its index', async () => {
    const { ids, erase, gone } = await eraseMember();
    const uploadId = newId();
    await world.takePart(uploadId, 0, ['a']);
    const table = identifierTable(uploadId);
    await holding(`LOCK TABLE ${table} IN SHARE MODE`, async () => {
      await erase();
      await waiting(`relation = '${table}'::regclass`);
      await renewAndDelete(ids);
    });
    await gone();
  });

  it('let rows 31 and 32 be answered while an erasure waits for identity', async () => {
    const { ids, erase, gone } = await eraseMember();
    world.identity.fallSilent();
    await erase();
    await eventually(() => {
      expect(world.identity.asked).toBeGreaterThan(0);
    });
    await renewAndDelete(ids);
    world.identity.answerAgain();
    await gone();
  });

  it('let a file be processed though entries cannot be told', async () => {
    await holding('LOCK TABLE user_entry IN ACCESS EXCLUSIVE MODE', async () => {
      await world.importAndProcess(['a']);
    });
  });

  it('let the counts follow while an erasure searches the facts', async () => {
    const owner = randomUUID();
    const { id } = await world.importAndProcess([owner]);
    await holding('LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE', async () => {
      await world.identity.tellErased('nobody');
      await waiting(`relation = 'outbox'::regclass AND mode = 'RowExclusiveLock'`);
      await world.identity.connect(owner);
      await world.counts(id, 1);
    });
  });
});
