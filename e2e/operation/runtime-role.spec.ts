import { Chores } from '@ces/service/chores/chores';
import { DatabaseConfig } from '@ces/service/config/config';
import { migrateCommand } from '@ces/service/database/migrating/migrate-command';
import { createService, type Service } from '@ces/service/start';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { testConfig } from '@ces/testing/services/test-config';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { campaigns } from '../../apps/campaigns/src/campaigns.module.js';
import { cards } from '../../apps/cards/src/cards.module.js';
import { events } from '../../apps/events/src/events.module.js';
import { identity } from '../../apps/identity/src/identity.module.js';
import { segments } from '../../apps/segments/src/segments.module.js';
import { webhooks } from '../../apps/webhooks/src/webhooks.module.js';

const services = [campaigns, cards, events, identity, segments, webhooks] as Service<DatabaseConfig>[];
const denied = { code: '42501' };

describe('the role that serves', () => {
  const role = `runtime_${randomBytes(4).toString('hex')}`;
  const databases = new Map<string, PrivateDatabase>();
  let owner: Client;
  let messaging: GuardedNats;

  beforeAll(async () => {
    messaging = await GuardedNats.start();
    owner = await connect(process.env['TEST_POSTGRES_URL'] ?? '');
    await owner.query(`CREATE ROLE ${role} LOGIN`);
    for (const { name, schema } of services) {
      const database = await privateDatabase(name);
      databases.set(name, database);
      const lines: string[] = [];
      await migrateCommand({ name, url: database.url, schema }, [`--grant-to=${role}`], (line) => lines.push(line));
      expect(lines).toEqual([expect.stringMatching(`${name}: migrated `), `${name}: ${role} may read and write`]);
    }
  }, 90_000);

  afterAll(async () => {
    await messaging.stop();
    for (const database of databases.values()) await database.drop();
    await owner.query(`DROP ROLE ${role}`);
    await owner.end();
  });

  const connect = async (url: string): Promise<Client> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client;
  };
  const urlOf = (service: string): string => {
    const url = new URL(databases.get(service)?.url ?? '');
    url.username = role;
    return url.href;
  };

  it.each(services.map(({ name }) => name))('cannot change the schema of %s', async (name) => {
    const client = await connect(urlOf(name));
    for (const statement of [
      'CREATE TABLE own (id integer)',
      'CREATE SCHEMA own',
      'ALTER TABLE outbox ADD COLUMN own integer',
      'CREATE INDEX own ON outbox (id)',
      'TRUNCATE outbox',
      'DROP TABLE outbox',
      `DELETE FROM migrations`,
      `INSERT INTO migrations (timestamp, name) VALUES (1, 'Own0000000000001')`,
    ])
      await expect(client.query(statement)).rejects.toMatchObject(denied);
    // The service locks a partition while it adds it up.
    await client.query('BEGIN; LOCK TABLE outbox IN SHARE MODE; ROLLBACK');
    // An ordinary table is not a partition.
    await client.query(`SELECT drop_partition('outbox', 'inbox'), drop_partition('outbox', 'outbox')`);
    expect((await client.query('SELECT FROM outbox')).rows).toEqual([]);
    await client.end();
  });

  it.each(services)(
    'lets $name start and run all chores',
    async (service) => {
      const settings = {
        DATABASE_URL: urlOf(service.name),
        SECRETS_KEY: randomBytes(32).toString('base64'),
        SMTP_URL: 'smtp://127.0.0.1:1',
        ...messaging.settings(service.name),
      };
      const app = await createService(service, testConfig(service.config, settings));
      await app.init();
      // Segments compares its connections with those of identity, which does not run here.
      await app
        .get(Chores)
        .runAllNow()
        .catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'service-unavailable' });
        });
      await app.close();
    },
    60_000,
  );

  it('makes, fills, changes and drops the identifiers of an upload, and no other table', async () => {
    const client = await connect(urlOf('segments'));
    const upload = '01900000-0000-7000-8000-000000000001';
    const table = `file_${upload.replaceAll('-', '')}`;
    const call = (name: string) => client.query(`SELECT ${name}($1)`, [upload]);
    await call('make_identifiers');
    await client.query(`INSERT INTO ${table} VALUES ('a'), ('a'), ('b')`);
    await expect(call('index_identifiers')).rejects.toMatchObject({ code: '23505' });
    await call('replace_identifiers_by_set');
    await call('index_identifiers');
    const { rows } = await client.query(`SELECT identifier FROM ${table} ORDER BY 1`);
    expect(rows).toEqual([{ identifier: 'a' }, { identifier: 'b' }]);
    const { rows: answers } = await client.query<{ allowed: boolean }>('SELECT allow_vacuum($1) AS allowed', [upload]);
    const warnings: unknown[] = [];
    client.on('notice', ({ message }) => warnings.push(message));
    await client.query(`VACUUM ${table}`);
    // Before PostgreSQL 17 only the owner may vacuum. Others are told so, and nothing happens.
    expect(warnings).toHaveLength(answers[0]?.allowed ? 0 : 1);
    await call('empty_identifiers');
    expect((await client.query(`SELECT FROM ${table}`)).rows).toEqual([]);
    await call('drop_identifiers');
    await call('drop_identifiers');
    await expect(client.query(`SELECT FROM ${table}`)).rejects.toMatchObject({ code: '42P01' });
    await client.end();
  });

  it('alone may use the functions that arrange tables', async () => {
    const stranger = `${role}_stranger`;
    await owner.query(`CREATE ROLE ${stranger} LOGIN`);
    const url = new URL(urlOf('segments'));
    url.username = stranger;
    const client = await connect(url.href);
    for (const call of [
      `make_partition('a', 'b', 'c', '1', '2')`,
      `drop_partition('a', 'b')`,
      `drop_identifiers('01900000-0000-7000-8000-000000000001')`,
    ])
      await expect(client.query(`SELECT ${call}`)).rejects.toMatchObject(denied);
    await client.end();
    await owner.query(`DROP ROLE ${stranger}`);
  });
});
