import { isOutage } from '@ces/messaging/storage/outage';
import { eventually } from '@ces/testing/eventually';
import { Link } from '@ces/local-stack/link';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { privatePostgres } from '@ces/testing/servers/private-postgres';
import { ask, ReplicatedPostgres } from '@ces/testing/servers/replicated-postgres';
import { addWord, TallyService } from '@ces/testing/services/tally-service';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../database.js';

const open = (url: string): Promise<DataSource> =>
  new DataSource(
    databaseOptions({ DATABASE_URL: url, DATABASE_POOL: 4 }, { entities: [], migrations: [] }),
  ).initialize();

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

function through(link: Link, url: string): string {
  const way = new URL(url);
  way.hostname = '127.0.0.1';
  way.port = String(link.port);
  return way.href;
}

describe('a server that falls silent', () => {
  let database: PrivateDatabase;
  let link: Link;
  let source: DataSource;

  beforeEach(async () => {
    database = await privateDatabase('silent');
    link = await Link.to(Number(new URL(database.url).port));
    source = await open(through(link, database.url));
    await source.query('CREATE TABLE note (text text)');
  });

  afterEach(async () => {
    link.heal();
    await source.destroy();
    link.close();
    await database.drop();
  });

  const insert = (text: string): Promise<unknown> => source.query('INSERT INTO note VALUES ($1)', [text]);

  it('ends the statements that it has not answered; they are outages, and later ones succeed when it is back', async () => {
    await insert('a');
    const slow = faultOf(source.query('SELECT pg_sleep(60)'));
    await sleep(200);
    link.cut();
    const work = [slow, faultOf(insert('b')), faultOf(source.transaction(() => insert('c')))];
    for (const error of await Promise.all(work)) expect(isOutage(error)).toBe(true);
    expect(isOutage(await faultOf(insert('d')))).toBe(true);
    link.heal();
    await eventually(() => insert('e'));
  });

  it('keeps its long statements, and its transactions that pause, while it answers', async () => {
    const paused = source.transaction(async (tx) => {
      await tx.query(`INSERT INTO note VALUES ('a')`);
      await sleep(7_000);
      await tx.query(`INSERT INTO note VALUES ('b')`);
    });
    const slow = source.query(`INSERT INTO note SELECT 'c' FROM pg_sleep(9)`);
    const locked = source.transaction((tx) => tx.query('LOCK note IN SHARE MODE'));
    await Promise.all([paused, slow, locked]);
    expect(await source.query('SELECT text FROM note ORDER BY text')).toEqual(
      ['a', 'b', 'c'].map((text) => ({ text })),
    );
  });

  it('is given up also where its address has come to lead to another server', async () => {
    const lost = source.query('SELECT pg_sleep(60)');
    await sleep(200);
    link.strand();
    const kept = source.query(`INSERT INTO note SELECT 'kept' FROM pg_sleep(9)`);
    await ask(
      database.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query = 'SELECT pg_sleep(60)'`,
    );
    expect(isOutage(await faultOf(lost))).toBe(true);
    await kept;
  });
});

describe('a server that is too busy for new sessions', () => {
  it('keeps a long statement that it works on', async () => {
    const server = await privatePostgres();
    const source = await open(server.url);
    const slow = source.query('SELECT pg_sleep(15)');
    await sleep(5_000);
    // The signal freezes only the main process; present sessions go on.
    process.kill(server.pid(), 'SIGSTOP');
    await sleep(8_000);
    process.kill(server.pid(), 'SIGCONT');
    await slow;
    await source.destroy();
    await server.stop();
  });
});

describe('a primary that falls silent while a standby is promoted', () => {
  let servers: ReplicatedPostgres;
  let link: Link;

  beforeAll(async () => {
    servers = await ReplicatedPostgres.start();
    link = await Link.to(servers.primary.port);
  });

  afterAll(async () => {
    link.close();
    await servers.stop();
  });

  it('is left for the new primary within seconds', async () => {
    const { standby } = servers;
    const source = await open(`postgres://ces@127.0.0.1:${link.port},127.0.0.1:${standby.port}/postgres`);
    await source.query('CREATE TABLE note (text text)');
    link.cut();
    const hanging = [1, 2, 3, 4].map(() => faultOf(source.query(`INSERT INTO note VALUES ('a')`)));
    await ask(standby.url, 'SELECT pg_promote()');
    await eventually(() => source.query(`INSERT INTO note VALUES ('b')`), 15_000);
    for (const error of await Promise.all(hanging)) expect(isOutage(error)).toBe(true);
    await source.destroy();
  });
});

describe('a service whose server falls silent', () => {
  it('ends, and its calls are refused as outages', async () => {
    const tally = await TallyService.prepare();
    const link = await Link.to(Number(new URL(tally.url).port));
    const app = await tally.replica({ DATABASE_URL: through(link, tally.url) });
    await eventually(() => addWord(app, 'before'));
    link.cut();
    const calls = [1, 2, 3].map(() => faultOf(addWord(app, 'after')));
    await sleep(200);
    await tally.stopReplica(app);
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: 'service-unavailable' });
    link.close();
    await tally.stop();
  });
});
