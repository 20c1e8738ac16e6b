import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { Transactions } from '@ces/messaging/storage/transactions';
import { DataSource } from 'typeorm';
import { PartitionFunctions1765000000000 } from '../migrations/1765000000000-arrange-partitions-by-functions.js';
import { arrangeMonths, type PartitionedTable } from './partitions.js';

const table = { name: 'log', column: 'at', lock: 1 };

describe('arrangeMonths', () => {
  let database: PrivateDatabase;
  let sources: [DataSource, DataSource];

  beforeAll(async () => {
    database = await privateDatabase('partitions', async (url) => {
      const source = await new DataSource({ type: 'postgres', url }).initialize();
      await source.query('CREATE TABLE log (at timestamptz NOT NULL, word text) PARTITION BY RANGE (at)');
      await source.query('CREATE TABLE log_default PARTITION OF log DEFAULT');
      await source.query('CREATE TABLE carried (word text)');
      await new PartitionFunctions1765000000000().up(source.createQueryRunner());
      await source.destroy();
    });
    const connect = () => new DataSource({ type: 'postgres', url: database.url }).initialize();
    sources = [await connect(), await connect()];
  });

  afterAll(async () => {
    for (const source of sources) await source.destroy();
    await database.drop();
  });

  const arrange = (now: string, source = sources[0]) => arrangeMonths(source, table, new Date(now), 40);
  const write = (...moments: string[]) =>
    sources[0].query('INSERT INTO log SELECT unnest($1::timestamptz[])', [moments]);
  const waitingForLocks = (count: number) => untilBlocked(sources[0], { count });
  const places = () =>
    sources[0].query<{ at: string; place: string }[]>(
      `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS at, tableoid::regclass AS place FROM log ORDER BY log.at`,
    );

  it('makes partitions for this month and two ahead, also on two replicas at once, and moves older rows into them', async () => {
    await write('2026-11-30T23:59:59.999Z', '2027-01-01T00:00:00Z', '2027-03-01T00:00:00Z');
    const now = '2026-11-21T09:30:00Z';
    await Promise.all([arrange(now), arrange(now, sources[1])]);
    await write('2026-12-24T00:00:00Z');
    expect(await places()).toEqual([
      { at: '2026-11-30', place: 'log_2026_11' },
      { at: '2026-12-24', place: 'log_2026_12' },
      { at: '2027-01-01', place: 'log_2027_01' },
      { at: '2027-03-01', place: 'log_default' },
    ]);
  });

  it('drops a partition when its last day is older than the retention, and not a day before', async () => {
    expect(await arrange('2027-01-09T23:59:59Z')).toMatchObject({ dropped: [] });
    expect(await arrange('2027-01-10T00:00:00Z')).toEqual({
      keptFrom: new Date('2026-12-01T00:00:00Z'),
      dropped: ['log_2026_11'],
    });
    expect((await places()).map(({ place }) => place)).toEqual(['log_2026_12', 'log_2027_01', 'log_2027_03']);
  });

  it('keeps partitions that an operator has attached', async () => {
    const others = ['archive_x', 'log_2024', 'log_2024_12_keep', 'log_w002900'];
    for (const [year, name] of others.entries()) {
      const bounds = `FROM ('${2020 + year}-01-01') TO ('${2021 + year}-01-01')`;
      await sources[0].query(`CREATE TABLE ${name} PARTITION OF log FOR VALUES ${bounds}`);
    }
    expect(await arrange('2027-02-10T00:00:00Z')).toMatchObject({ dropped: ['log_2026_12'] });
    const left = await sources[0].query<{ name: string }[]>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'log'::regclass`,
    );
    expect(left.map(({ name }) => name)).toEqual(expect.arrayContaining(others));
  });

  it('carries on what is needed of a month, once, in the transaction that drops the month', async () => {
    await write('2027-02-01T00:00:00Z');
    const carrying: PartitionedTable = {
      ...table,
      carry: async (partition) => {
        const { open } = new Transactions(sources[0]);
        await open.query(`INSERT INTO carried SELECT $1 FROM ${partition}`, [partition]);
      },
    };
    const drop = (source: DataSource) => arrangeMonths(source, carrying, new Date('2027-05-01T00:00:00Z'), 40);
    const carried = () => sources[0].query('SELECT word FROM carried');
    const reader = sources[0].createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT FROM log_2027_01');
    await expect(drop(sources[1])).rejects.toMatchObject({ code: '55P03' });
    expect(await carried()).toEqual([]);
    await reader.commitTransaction();
    await reader.release();
    await Promise.all(sources.map(drop));
    expect(await carried()).toEqual([{ word: 'log_2027_01' }, { word: 'log_2027_02' }]);
  });

  it('makes no month before the first partition, which may reach further back than its name says', async () => {
    expect((await arrange('2026-12-31T00:00:00Z')).dropped).toEqual([]);
    const [none] = await sources[0].query<{ there: boolean }[]>(
      `SELECT to_regclass('log_2026_12') IS NOT NULL AS there`,
    );
    expect(none).toEqual({ there: false });
  });

  it('lets an INSERT wait that comes while a partition is made, and does not fail it', async () => {
    const reader = sources[0].createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT FROM log_default');
    const made = arrange('2029-05-01T00:00:00Z', sources[1]);
    await waitingForLocks(1);
    const written = write('2029-05-02T00:00:00Z');
    await waitingForLocks(2);
    await reader.commitTransaction();
    await reader.release();
    await Promise.all([made, written]);
    expect((await places()).at(-1)).toEqual({ at: '2029-05-02', place: 'log_2029_05' });
  });
});
