import { isOutage } from '@ces/messaging/storage/outage';
import { eventually } from '@ces/testing/eventually';
import { privatePostgres } from '@ces/testing/servers/private-postgres';
import { ask, ReplicatedPostgres } from '@ces/testing/servers/replicated-postgres';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import { DataSource } from 'typeorm';
import { databaseOptions, migrate } from '../database.js';

function open(url: string, max = 4): Promise<DataSource> {
  const config = { DATABASE_URL: url, DATABASE_POOL: max };
  return new DataSource(databaseOptions(config, { entities: [], migrations: [] })).initialize();
}

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the sessions of a service at several hosts', () => {
  let servers: ReplicatedPostgres;

  beforeAll(async () => {
    servers = await ReplicatedPostgres.start();
  });

  afterAll(() => servers.stop());

  const portOf = async (source: DataSource): Promise<unknown> => {
    const [row] = await source.query<{ port: number }[]>('SELECT inet_server_port() AS port');
    return row?.port;
  };

  it('are those of the host that takes writes, wherever it stands in DATABASE_URL', async () => {
    const { primary, standby } = servers;
    for (const hosts of [
      [primary, standby],
      [standby, primary],
    ]) {
      const url = servers.address('postgres', hosts);
      const source = await open(`${url}?target_session_attrs=read-write`);
      expect(await Promise.all([portOf(source), portOf(source), portOf(source)])).toEqual(Array(3).fill(primary.port));
      await source.destroy();
      await migrate(url, { entities: [], migrations: [] });
    }
  });

  it('do not begin at a standby that stands alone; the error counts as an outage', async () => {
    const error = await faultOf(open(servers.standby.url));
    expect(error).toMatchObject({ message: expect.stringContaining('takes no writes') as unknown });
    expect(isOutage(error)).toBe(true);
  });

  it('move to the promoted standby, and stay there when the old primary comes back as a standby', async () => {
    const source = await open(servers.address('postgres'));
    await source.query('CREATE TABLE note (text text)');
    await servers.failOver();
    const notes: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      if (n === 20) await servers.demoteOldPrimary();
      const text = `note ${n}`;
      const error = await faultOf(source.query('INSERT INTO note VALUES ($1)', [text]));
      if (error === undefined) notes.push(text);
      else expect(isOutage(error)).toBe(true);
    }
    expect(await portOf(source)).toBe(servers.standby.port);
    expect(notes.length).toBeGreaterThan(30);
    expect(await source.query('SELECT text FROM note')).toEqual(notes.map((text) => ({ text })));
    await source.destroy();
  });
});

describe('a session whose server has become read only', () => {
  let server: PrivateServer;
  let source: DataSource;

  beforeAll(async () => {
    server = await privatePostgres();
    await ask(server.url, 'CREATE TABLE note (text text)');
  });

  beforeEach(async () => {
    source = await open(server.url, 1);
  });

  afterEach(() => source.destroy());
  afterAll(() => server.stop());

  const pid = async (): Promise<number | undefined> =>
    (await source.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid'))[0]?.pid;

  /** The server refuses writes during the work, and takes them afterwards. */
  const readOnly = async (work: () => Promise<void>): Promise<void> => {
    const set = async (value: 'on' | 'off'): Promise<void> => {
      await ask(server.url, `ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await ask(server.url, 'SELECT pg_reload_conf()');
    };
    await set('on');
    await work().finally(() => set('off'));
  };

  it('refuses a write, which counts as an outage, and is not used again', async () => {
    const before = await pid();
    await readOnly(() =>
      eventually(async () => {
        const error = await faultOf(source.query(`INSERT INTO note VALUES ('a')`));
        expect(error).toMatchObject({ code: '25006' });
        expect(isOutage(error)).toBe(true);
      }),
    );
    await source.query(`INSERT INTO note VALUES ('b')`);
    expect(await pid()).not.toBe(before);
  });

  it('is not used again after a read', async () => {
    const before = await pid();
    await readOnly(() =>
      eventually(async () => {
        expect(isOutage(await faultOf(pid()))).toBe(true);
      }),
    );
    expect(await pid()).not.toBe(before);
  });

  it('is not used again after a refusal, also where a pooler hides the state of the server', async () => {
    const before = await pid();
    const refused = source.transaction(async (tx) => {
      await tx.query('SET TRANSACTION READ ONLY');
      await tx.query(`INSERT INTO note VALUES ('c')`);
    });
    expect(await faultOf(refused)).toMatchObject({ code: '25006' });
    expect(await pid()).not.toBe(before);
  });
});
