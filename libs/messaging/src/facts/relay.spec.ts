import { startChild, stopChild } from '@ces/local-stack/processes/child-process';
import { migrate } from '@ces/service/database/database';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { Replica } from '../../test/lease-holder.js';
import { startRelay, type RelayReplica } from '../../test/relay-holder.js';
import { readMessage } from './publish/fact-message.js';

interface Published {
  id: string;
  published_at: Date;
}

describe('a relay', () => {
  const logFile = join(tmpdir(), `ces-test-${process.pid}-relay-holder.log`);
  let nats: PrivateServer;
  let database: PrivateDatabase;
  let sql: DataSource;
  let started: Replica[];
  let child: ChildProcess | undefined;

  beforeEach(async () => {
    nats = await privateNats();
    database = await privateDatabase('relay', async (url) => {
      await migrate(url, { entities: [], migrations: [] });
    });
    sql = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    started = [];
  });

  afterEach(async () => {
    for (const replica of started) await replica.stop();
    if (child) await stopChild(child, 'SIGKILL');
    await sql.destroy();
    await database.drop();
    await nats.stop();
    rmSync(logFile, { force: true });
  });

  const replica = async (): Promise<RelayReplica> => {
    const one = await startRelay(database.url, nats.url);
    started.push(one);
    return one;
  };

  /** A process of its own that has published a fact. */
  const elected = async (): Promise<ChildProcess> => {
    const root = resolve(import.meta.dirname, '../../../..');
    const loader = join(root, 'libs/testing/src/services/from-source.mjs');
    const main = join(root, 'libs/messaging/test/relay-holder.ts');
    child = await startChild(process.execPath, ['--import', loader, main, database.url, nats.url], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '' },
      logFile,
      deathSignal: 'SIGKILL',
    });
    await publishedWithin(await add(), 20_000);
    return child;
  };

  const add = async (): Promise<string> => {
    const id = randomUUID();
    await sql.query(`INSERT INTO outbox (message_id, subject, payload) VALUES ($1, 'spec.told.0', '{}')`, [id]);
    return id;
  };

  const addSeveral = async (): Promise<{ row: string; ids: string[] }> => {
    const [row, ids] = [randomUUID(), [randomUUID(), randomUUID(), randomUUID()]];
    const text = `INSERT INTO outbox (message_id, message_ids, subject, payload) VALUES ($1, $2, 'spec.told.0', $3)`;
    await sql.query(text, [row, ids, JSON.stringify(ids.map((id) => ({ id, payload: '{}' })))]);
    return { row, ids };
  };

  const publishedWithin = (id: string, withinMs: number): Promise<Published> =>
    eventually(async () => {
      const [fact] = await sql.query<Published[]>(
        'SELECT message_id AS id, published_at FROM outbox WHERE message_id = $1 AND published_at IS NOT NULL',
        [id],
      );
      if (!fact) throw new Error('the fact waits');
      return fact;
    }, withinMs);

  const stream = async (one: Replica): Promise<string[]> => {
    const manager = await one.nats.manager();
    const { state } = await manager.streams.info('spec-spec');
    const ids: string[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage('spec-spec', { seq });
      ids.push(...readMessage(message?.string() ?? '[]').map(({ id }) => id));
    }
    return ids;
  };

  /** Facts that another replica has published, and not yet marked: a slow machine may take longer than the mark. */
  const publishedUnmarked = async (one: RelayReplica): Promise<{ row: string; ids: string[] }> => {
    const several = await addSeveral();
    one.relay.wake();
    await eventually(async () => {
      expect((await stream(one)).slice(-several.ids.length)).toEqual(several.ids);
    });
    const waiting = 'SELECT FROM outbox WHERE message_id = $1 AND published_at IS NULL';
    return (await sql.query<object[]>(waiting, [several.row])).length > 0 ? several : publishedUnmarked(one);
  };

  it('passes to another replica within 3 s when its process dies', async () => {
    const holder = await elected();
    const other = await replica();
    await sleep(1_500);
    const { row, ids } = await publishedUnmarked(other);
    const diedAt = Date.now();
    await stopChild(holder, 'SIGKILL');
    const last = await add();
    const { published_at } = await publishedWithin(last, 10_000);
    expect(published_at.getTime() - diedAt).toBeLessThan(3_000);
    await publishedWithin(row, 1_000);
    expect([...new Set(await stream(other))].slice(-1 - ids.length)).toEqual([...ids, last]);
  });

  it('passes to another replica within 20 s when its process is frozen, and publishes each fact once', async () => {
    const holder = await elected();
    const other = await replica();
    const frozenAt = Date.now();
    holder.kill('SIGSTOP');
    const { published_at } = await publishedWithin(await add(), 30_000);
    expect(published_at.getTime() - frozenAt).toBeLessThan(20_000);
    holder.kill('SIGCONT');
    for (let n = 0; n < 20; n += 1) {
      await add();
      await sleep(50);
    }
    await publishedWithin(await add(), 5_000);
    const all = await sql.query<{ id: string }[]>('SELECT message_id AS id FROM outbox ORDER BY outbox.id');
    expect(await stream(other)).toEqual(all.map(({ id }) => id));
  }, 90_000);

  it('publishes nothing between the loss of its lease and its next election', async () => {
    const one = await replica();
    const first = await add();
    await publishedWithin(first, 20_000);
    await sql.query(
      `UPDATE lease SET holder = gen_random_uuid(), fence = fence + 1, expires_at = now() + interval '10 seconds'`,
    );
    const second = await add();
    one.nats.current?.publish(one.nats.subject('wake', 'spec'));
    await publishedWithin(second, 30_000);
    expect(await sql.query('SELECT fence::int FROM lease')).toEqual([{ fence: 3 }]);
    expect(await stream(one)).toEqual([first, second]);
  });

  const someFacts = async (): Promise<string[]> => {
    await replica();
    const first = await add();
    const { row, ids } = await addSeveral();
    await publishedWithin(row, 10_000);
    await started.pop()?.stop();
    return [first, ...ids];
  };

  const another = async (withinMs: number): Promise<string> => {
    const id = await add();
    await publishedWithin(id, withinMs);
    return id;
  };

  it.each([
    ['another leader reports another time of creation', `stream_created = '2020-01-01T00:00:00Z'`],
    ['a relay of the previous version has noted another time of creation', `stream_created = '', stream_id = NULL`],
  ])(
    'publishes nothing again when %s',
    async (_, difference) => {
      const ids = await someFacts();
      await sql.query(`UPDATE relay_state SET ${difference}`);
      const one = await replica();
      ids.push(await another(20_000));
      expect(await stream(one)).toEqual(ids);
    },
    60_000,
  );

  it('publishes all that it keeps again when its stream was deleted', async () => {
    const ids = await someFacts();
    const one = await replica();
    await (await one.nats.manager()).streams.delete('spec-spec');
    ids.push(await another(20_000));
    expect(await stream(one)).toEqual(ids);
  });

  it.each([
    ['its stream is another one of the same length', `stream_id = 'another'`],
    ['NATS was set back to an older state', `last_sequence = last_sequence + 1`],
  ])(
    'publishes all that it keeps again when %s',
    async (_, difference) => {
      const ids = await someFacts();
      await sql.query(`UPDATE relay_state SET ${difference}`);
      const one = await replica();
      ids.push(...ids, await another(20_000));
      expect(await stream(one)).toEqual(ids);
    },
    60_000,
  );

  it('publishes all that it keeps again when its stream was emptied', async () => {
    const ids = await someFacts();
    const one = await replica();
    ids.push(await another(20_000));
    await (await one.nats.manager()).streams.purge('spec-spec');
    await eventually(async () => {
      expect(await stream(one)).toEqual(ids);
    }, 40_000);
  }, 90_000);

  it('publishes again what NATS has lost, also before it was marked', async () => {
    const one = await replica();
    const first = await add();
    await publishedWithin(first, 10_000);
    const restart = async (meanwhile: () => void): Promise<void> => {
      await nats.kill();
      meanwhile();
      await nats.start();
      await eventually(() => {
        expect(one.nats.connected).toBe(true);
      }, 10_000);
    };
    const older = `${nats.dataDir}-older`;
    await restart(() => {
      cpSync(nats.dataDir, older, { recursive: true });
    });
    const { row, ids } = await addSeveral();
    await eventually(async () => {
      expect(await stream(one)).toEqual([first, ...ids]);
    }, 10_000);
    // Half a second passes before the mark. On a machine that is slower, all marked facts are published again.
    await restart(() => {
      rmSync(nats.dataDir, { recursive: true });
      renameSync(older, nats.dataDir);
    });
    await publishedWithin(row, 20_000);
    await eventually(async () => {
      expect([...new Set(await stream(one))]).toEqual([first, ...ids]);
    }, 10_000);
  }, 60_000);

  it('waits while a relay of the previous release is elected', async () => {
    const one = await replica();
    const first = await add();
    await publishedWithin(first, 20_000);
    const old = sql.createQueryRunner();
    const lock = `hashtextextended('relay of spec', 0)`;
    await eventually(async () => {
      expect(await old.query(`SELECT pg_try_advisory_lock(${lock}) AS held`)).toEqual([{ held: true }]);
    });
    const second = await add();
    await sleep(2_500);
    expect(await stream(one)).toEqual([first]);
    await publishAsBefore(one, second);
    const third = await add();
    await old.query(`SELECT pg_advisory_unlock(${lock})`);
    await old.release();
    await publishedWithin(third, 20_000);
    expect(await stream(one)).toEqual([first, second, third]);
  });

  /** Publishes a fact as the relay of the previous release does. */
  const publishAsBefore = async ({ nats }: Replica, id: string): Promise<void> => {
    const body = JSON.stringify([{ id, payload: '{}' }]);
    const { seq } = await (await nats.jetstream()).publish('spec.fact.spec.told.0', body);
    await sql.query('UPDATE relay_state SET last_sequence = $1', [seq]);
    await sql.query('UPDATE outbox SET published_at = now() WHERE message_id = $1', [id]);
  };

  it('keeps no lock and no setting of a session', async () => {
    const one = await replica();
    await publishedWithin(await add(), 10_000);
    const locks = `SELECT FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    expect(await sql.query(locks)).toEqual([]);
    expect(await changedSettings(one)).toEqual([]);
  });
});

/** Settings that a connection of the pool has kept from earlier work. */
async function changedSettings({ transactions }: Replica): Promise<unknown[]> {
  const connections = Array.from({ length: 4 }, () =>
    transactions.current.query<unknown[]>(
      `SELECT name FROM pg_sleep(0.2), pg_settings WHERE name = 'synchronous_commit' AND source = 'session'`,
    ),
  );
  return (await Promise.all(connections)).flat();
}
