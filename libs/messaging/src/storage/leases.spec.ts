import { migrate } from '@ces/service/database/database';
import { catchLogs } from '@ces/testing/catch-logs';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { startChild, stopChild } from '@ces/local-stack/processes/child-process';
import { startReplica, takeTurns, type Replica } from '../../test/lease-holder.js';

interface Turn {
  holder: string;
  taken_at: Date;
}

class CreateTurns1 {
  readonly name = 'CreateTurns1700000000001';
  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query('CREATE TABLE turn (holder text, taken_at timestamptz DEFAULT clock_timestamp())');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

describe('a lease', () => {
  const logFile = join(tmpdir(), `ces-test-${process.pid}-lease-holder.log`);
  let nats: PrivateServer;
  let database: PrivateDatabase;
  let sql: DataSource;
  let started: Replica[];
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    nats = await privateNats();
  });

  beforeEach(async () => {
    database = await privateDatabase('leases', async (url) => {
      await migrate(url, { entities: [], migrations: [CreateTurns1] });
    });
    sql = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    started = [];
  });

  afterEach(async () => {
    for (const replica of started) await replica.stop();
    if (child) await stopChild(child, 'SIGKILL');
    await sql.destroy();
    await database.drop();
  });

  afterAll(async () => {
    await nats.stop();
    rmSync(logFile, { force: true });
  });

  const replica = async (): Promise<Replica> => {
    const one = await startReplica(database.url, nats.url);
    started.push(one);
    return one;
  };

  const candidate = async (holder: string): Promise<Replica> => {
    const one = await replica();
    one.leases.hold('turns', takeTurns(one.transactions, holder));
    return one;
  };

  const processWithLease = async (): Promise<ChildProcess> => {
    const root = resolve(import.meta.dirname, '../../../..');
    const loader = join(root, 'libs/testing/src/services/from-source.mjs');
    const main = join(root, 'libs/messaging/test/lease-holder.ts');
    child = await startChild(process.execPath, ['--import', loader, main, database.url, nats.url], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '' },
      logFile,
      deathSignal: 'SIGKILL',
    });
    await firstTurnOf('process', 20_000);
    return child;
  };

  const firstTurnOf = (holder: string, withinMs: number): Promise<Date> =>
    eventually(async () => {
      const [turn] = await sql.query<Turn[]>('SELECT * FROM turn WHERE holder = $1 ORDER BY taken_at', [holder]);
      if (!turn) throw new Error(`${holder} has taken no turn`);
      return turn.taken_at;
    }, withinMs);

  const fence = async (): Promise<string | undefined> =>
    (await sql.query<{ fence: string }[]>('SELECT fence FROM lease'))[0]?.fence;

  it('is not written by a replica that waits, nor by a transaction that only reads', async () => {
    const holder = await replica();
    holder.leases.hold('reading', async (lost) => {
      while (!lost.aborted) {
        await holder.transactions.run(() => holder.transactions.open.query('SELECT count(*) FROM turn'));
        await sleep(20);
      }
    });
    holder.leases.hold('beside', async (lost) => {
      if (!lost.aborted) await once(lost, 'abort');
    });
    const rowOf = async (name = 'reading'): Promise<{ xmin: number } | undefined> =>
      (await sql.query<{ xmin: number }[]>('SELECT xmin, xmax, ctid FROM lease WHERE name = $1', [name]))[0];
    await eventually(async () => {
      expect(await rowOf()).toBeDefined();
    });
    const other = await replica();
    other.leases.hold('reading', () => Promise.resolve());
    // The first renewal may come before the holder knows that it can look rarely.
    let renewed = await rowOf();
    for (let times = 0; times < 2; times += 1)
      renewed = await eventually(async () => {
        const row = await rowOf();
        expect(row).not.toEqual(renewed);
        return row;
      }, 10_000);
    // Longer than two attempts of the waiting replica, and shorter than the pause between two renewals.
    await sleep(2_000);
    expect(await rowOf()).toEqual(renewed);
    // One statement renews all leases of a process.
    expect((await rowOf('beside'))?.xmin).toBe(renewed?.xmin);
  });

  it('is held by one of two replicas', async () => {
    await candidate('first');
    await candidate('second');
    await eventually(async () => {
      expect((await sql.query<Turn[]>('SELECT FROM turn')).length).toBeGreaterThan(20);
    });
    expect(await sql.query('SELECT DISTINCT holder FROM turn')).toHaveLength(1);
    expect(await fence()).toBe('1');
  });

  it('passes to another replica at once when its holder stops', async () => {
    const first = await candidate('first');
    await firstTurnOf('first', 5_000);
    await candidate('second');
    await first.stop();
    started.shift();
    expect(await sql.query(`SELECT FROM lease WHERE expires_at <= now() OR fence > 1`)).toHaveLength(1);
    await firstTurnOf('second', 2_000);
  });

  it('passes to another replica within 3 s when its holder dies', async () => {
    const holder = await processWithLease();
    await candidate('other');
    await sleep(1_500);
    const diedAt = Date.now();
    await stopChild(holder, 'SIGKILL');
    const takenAt = await firstTurnOf('other', 10_000);
    expect(takenAt.getTime() - diedAt).toBeGreaterThan(0);
    // At most 2.4 s; the rest is for a busy machine.
    expect(takenAt.getTime() - diedAt).toBeLessThan(5_000);
  });

  it('passes to another replica within 20 s when its holder is frozen, which writes nothing afterwards', async () => {
    const holder = await processWithLease();
    await candidate('other');
    const frozenAt = Date.now();
    holder.kill('SIGSTOP');
    const takenAt = await firstTurnOf('other', 25_000);
    expect(takenAt.getTime() - frozenAt).toBeLessThan(20_000);
    holder.kill('SIGCONT');
    await sleep(2_000);
    const late = await sql.query<Turn[]>(`SELECT FROM turn WHERE holder = 'process' AND taken_at > $1`, [takenAt]);
    expect(late).toEqual([]);
    expect(await fence()).toBe('2');
  });

  it('is not lost while NATS is away, nor when NATS comes back', async () => {
    await candidate('holder');
    await firstTurnOf('holder', 5_000);
    await candidate('other');
    await nats.kill();
    await sleep(5_000);
    await nats.start();
    await sleep(4_000);
    expect(await sql.query('SELECT DISTINCT holder FROM turn')).toEqual([{ holder: 'holder' }]);
    expect(await sql.query(`SELECT FROM turn WHERE taken_at > now() - interval '1 second'`)).not.toEqual([]);
    expect(await fence()).toBe('1');
  });

  it('rolls back the transactions of a former holder', async () => {
    const { leases, transactions } = await replica();
    const commits = new Promise((done) => {
      leases.hold('turns', async () => {
        const late = transactions.run(async () => {
          await transactions.open.query(`INSERT INTO turn (holder) VALUES ('former')`);
          await sql.query('UPDATE lease SET fence = fence + 1');
        });
        await late.then(done, done);
      });
    });
    expect(await commits).toEqual(new Error('another replica has taken the lease of this work'));
    expect(await sql.query('SELECT FROM turn')).toEqual([]);
  });

  it('is not changed by a former holder whose fence a new holder has too', async () => {
    const { leases, transactions } = await replica();
    const { promise: taken, resolve } = Promise.withResolvers<undefined>();
    const work = leases.attempt('turns', async () => {
      const late = transactions.run(async () => {
        await transactions.open.query(`INSERT INTO turn (holder) VALUES ('former')`);
        await taken;
      });
      await late.catch(() => undefined);
      return 'done';
    });
    await eventually(async () => {
      expect(await fence()).toBe('1');
    });
    // As if another replica had removed the lease after its work, and a third one had claimed it anew.
    await sql.query(`UPDATE lease SET holder = 'third', expires_at = now() + interval '1 minute'`);
    const before = await sql.query('SELECT * FROM lease');
    resolve(undefined);
    expect(await work).toBe('done');
    expect(await sql.query('SELECT FROM turn')).toEqual([]);
    expect(await sql.query('SELECT * FROM lease')).toEqual(before);
  });

  it('is released when the work ends, and claimed again', async () => {
    const logs = catchLogs();
    const { leases } = await replica();
    let runs = 0;
    leases.hold('turns', () => {
      runs += 1;
      return Promise.reject(new Error('broken'));
    });
    await eventually(async () => {
      expect(runs).toBeGreaterThan(1);
      expect(await fence()).toBe(String(runs));
    });
    expect(logs.errors[0]).toMatchObject([
      { err: new Error('broken') },
      'lease turns: the work ended with an error',
      'Leases',
    ]);
  });

  it('tells the work of its loss when the database does not confirm it', async () => {
    const { leases } = await replica();
    let lost: AbortSignal | undefined;
    leases.hold('turns', async (signal) => {
      lost ??= signal;
      await eventually(() => {
        if (!signal.aborted) throw new Error('not lost');
      }, 20_000);
    });
    await eventually(() => {
      expect(lost).toBeDefined();
    });
    await sql.query('UPDATE lease SET fence = fence + 1');
    await eventually(() => {
      expect(lost?.aborted).toBe(true);
    });
  });
});
