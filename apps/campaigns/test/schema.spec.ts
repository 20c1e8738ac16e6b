import { migrate } from '@ces/service/database/database';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { schemaDifferences } from '@ces/testing/services/schema-differences';
import { newId } from '@ces/messaging/storage/ids';
import { DataSource } from 'typeorm';
import { campaigns } from '../src/campaigns.module.js';

describe('the entities of campaigns', () => {
  it('describe the migrated schema', async () => {
    expect(await schemaDifferences('campaigns', campaigns.schema)).toEqual({
      statements: [],
      tablesWithoutEntity: [
        // One row without a key.
        'campaign_epoch',
        // Partitioned by month.
        'campaign_grant',
        // Runs have no key: an exclusion constraint keeps those of a campaign apart.
        'campaign_run',
        // Rows without a key, which are only added and folded.
        'campaign_stat_increment',
        // Partitioned by month.
        'event_outcome',
        'ledger',
        // Rows without a key, which are only added and folded.
        'tally',
      ],
    });
  });
});

describe('the months of grants and of the ledger', () => {
  let database: PrivateDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await privateDatabase('campaigns_before');
    const index = campaigns.schema.migrations.findIndex(({ name }) => name === 'LedgerEvents1766900000000');
    await migrate(database.url, { ...campaigns.schema, migrations: campaigns.schema.migrations.slice(0, index) });
    source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  /** Writes as the version before does. */
  const write = async (event = newId()) => {
    await source.query(`INSERT INTO campaign_grant VALUES ($1, $2, 'u', now(), 0, 1)`, [newId(), event]);
    await source.query(
      `INSERT INTO ledger (id, user_id, stack_id, block_id, value, campaign_id, event_id, effect, created_at)
       VALUES ($1, 'u', $1, $1, 1, $1, $2, 0, now())`,
      [newId(), event],
    );
  };

  /** PostgreSQL rewrites a table or an index into a new file. */
  const filesOf = (...names: string[]) =>
    source.query<{ file: string }[]>(
      'SELECT pg_relation_filenode(name::regclass) AS file FROM unnest($1::text[]) WITH ORDINALITY AS x(name, n) ORDER BY n',
      [names],
    );

  it('begin with the tables as they were, and take what the version before writes', async () => {
    await write();
    const names = (grants: string, ledger: string) => [
      ...['', '_pkey', '_user', '_time'].map((part) => grants + part),
      ...['', '_user'].map((part) => ledger + part),
    ];
    const before = await filesOf(...names('campaign_grant', 'ledger'));
    await migrate(database.url, campaigns.schema);
    await write();
    const places = await source.query<{ grants: string; ledger: string }[]>(
      'SELECT g.tableoid::regclass AS grants, l.tableoid::regclass AS ledger FROM campaign_grant g JOIN ledger l USING (event_id)',
    );
    const [{ grants, ledger } = { grants: '', ledger: '' }] = places;
    expect(places).toEqual([1, 2].map(() => ({ grants, ledger })));
    expect(await filesOf(...names(grants, ledger))).toEqual(before);
    await expect(source.query('UPDATE ledger SET value = 2')).rejects.toThrow();
    await expect(source.query('INSERT INTO campaign_grant SELECT * FROM campaign_grant')).rejects.toThrow('_pkey');
    const checks = `SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = ANY ($1::regclass[])`;
    expect(await source.query(checks, [[grants, ledger]])).toEqual([]);
  });
});
