import { migrate } from '@ces/service/database/database';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { partedNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { startReplica, type Replica } from '../../test/lease-holder.js';

/** Two servers that have lost each other stand for the two sides of a split network. */
describe('a lease whose replicas see different sides of a split NATS', () => {
  let sides: PrivateServer[];
  let database: PrivateDatabase;
  let sql: DataSource;
  let holder: Replica;
  let other: Replica;

  beforeAll(async () => {
    sides = [await partedNats(), await partedNats()];
    database = await privateDatabase('leases', async (url) => {
      await migrate(url, { entities: [], migrations: [] });
    });
    sql = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    [holder, other] = [await replicaAt(sides[0]), await replicaAt(sides[1])];
  });

  afterAll(async () => {
    for (const replica of [holder, other]) await replica.stop();
    await sql.destroy();
    await database.drop();
    for (const side of sides) await side.stop();
  });

  const replicaAt = async (side: PrivateServer | undefined): Promise<Replica> => {
    const replica = await startReplica(database.url, side?.url ?? '');
    await replica.nats.connection();
    return replica;
  };
  const leaseOf = async (name: string) => {
    const query = 'SELECT holder, fence, expires_at - now() AS left FROM lease WHERE name = $1';
    return (await sql.query<{ holder: string; fence: string; left: object }[]>(query, [name]))[0];
  };
  const suspected = async (name: string, times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      const isShort = async (): Promise<boolean> => {
        const query = `SELECT FROM lease WHERE name = $1 AND expires_at < now() + interval '2 seconds'`;
        return (await sql.query<unknown[]>(query, [name])).length > 0;
      };
      for (const wanted of [true, false]) while ((await isShort()) !== wanted) await sleep(20);
    }
  };

  it('stays with its holder, which goes on with the work', async () => {
    let interrupted = 0;
    holder.leases.hold('work', async (lost) => {
      if (!lost.aborted) await once(lost, 'abort');
      interrupted += 1;
    });
    await eventually(async () => {
      expect(await leaseOf('work')).toMatchObject({ fence: '1' });
    });
    other.leases.hold('work', () => Promise.resolve());
    await suspected('work', 3);
    expect(await leaseOf('work')).toMatchObject({ holder: holder.leases.self, fence: '1' });
    expect(interrupted).toBe(0);
  });

  it('lets work end that takes longer than a takeover', async () => {
    const { promise: end, resolve } = Promise.withResolvers<undefined>();
    const work = holder.leases.attempt('file', async (lost) => {
      await end;
      return lost.aborted ? 'lost' : 'done';
    });
    await eventually(async () => {
      expect(await leaseOf('file')).toBeDefined();
    });
    expect(await other.leases.attempt('file', () => Promise.resolve('taken'))).toBeUndefined();
    resolve(undefined);
    expect(await work).toBe('done');
  });
});
