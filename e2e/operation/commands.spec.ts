import { migrate } from '@ces/service/database/database';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { migratedDatabase } from '@ces/testing/servers/migrated-database';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { runCommand } from '@ces/testing/services/service-process';
import { randomBytes } from 'node:crypto';
import { campaigns } from '../../apps/campaigns/src/campaigns.module.js';
import { cards } from '../../apps/cards/src/cards.module.js';
import { identity } from '../../apps/identity/src/identity.module.js';
import { webhooks } from '../../apps/webhooks/src/webhooks.module.js';

const SECRETS_KEY = randomBytes(32).toString('base64');
const newest = 'ConsentSources1764912001000';
const older = { ...cards.schema, migrations: cards.schema.migrations.filter(({ name }) => name !== newest) };

describe('the command migrate', () => {
  let database: PrivateDatabase;

  beforeEach(async () => {
    database = await privateDatabase('commands');
  });
  afterEach(() => database.drop());

  const run = (service: string, ...words: string[]) => runCommand(service, words, { DATABASE_URL: database.url });

  // To serve, identity needs a mail server and a key, and webhooks a key.
  it.each(['identity', 'webhooks'])(
    'of %s needs only the address of the database',
    (service) => {
      expect(run(service, 'migrate')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(`${service}: migrated MessagingTables1700000000000, `),
        stderr: '',
      });
    },
    60_000,
  );

  it('of the gateway says that there is nothing to migrate', () => {
    expect(runCommand('gateway', ['migrate', '--status'], {})).toEqual({
      status: 0,
      stdout: 'gateway: has no database, so there is nothing to migrate\n',
      stderr: '',
    });
  });

  it('tells by --status what is missing, and by --plan the SQL of it, and changes nothing', async () => {
    await migrate(database.url, older);
    const status = run('cards', 'migrate', '--status');
    expect(status).toMatchObject({ status: 1, stderr: '' });
    expect(status.stdout.trimEnd().split('\n')).toEqual([
      `cards: missing ${newest}`,
      `cards: the database lacks the migration ${newest}; run the command migrate of this version`,
    ]);
    const plan = run('cards', 'migrate', '--plan');
    expect(plan).toMatchObject({ status: 0, stderr: '' });
    expect(plan.stdout).toMatch(new RegExp(`^-- cards: ${newest}\nALTER TABLE .*;\n$`, 's'));
    expect(run('cards', 'migrate')).toMatchObject({ status: 0, stdout: `cards: migrated ${newest}\n` });
    expect(run('cards', 'migrate', '--status')).toMatchObject({
      status: 0,
      stdout: 'cards: this version can work with the database\n',
    });
    expect(run('cards', 'migrate', '--plan').stdout).toBe('-- cards: up to date\n');
  }, 120_000);

  it('says in one line that it cannot get to the database', () => {
    const DATABASE_URL = database.url.replace(/[^/]+$/, 'absent');
    expect(runCommand('cards', ['migrate'], { DATABASE_URL })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^cards: PostgreSQL at 127\.0\.0\.1:\d+ has no database "absent": .*\n$/),
    });
  });

  it('refuses an option that it does not know', () => {
    for (const [service, words] of [
      ['cards', ['migrate', '--stat']],
      ['gateway', ['sead']],
    ] as const) {
      const refused = run(service, ...words);
      expect(refused).toMatchObject({ status: 78, stderr: `${service} knows no command "${words.join(' ')}"\n` });
    }
  });
});

describe.each([
  ['identity', 'seed', identity],
  ['identity', 'reseal', identity],
  ['webhooks', 'reseal', webhooks],
] as const)('of %s the command %s', (name, command, { schema }) => {
  it('needs only the database, and ends', async () => {
    const database = await migratedDatabase(name, schema);
    const env = { DATABASE_URL: database.url, SECRETS_KEY, SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'warn' };
    expect(runCommand(name, [command], env)).toEqual({ status: 0, stdout: '', stderr: '' });
    await database.drop();
  });
});

describe('the command reconcile', () => {
  let messaging: GuardedNats;
  let database: PrivateDatabase;

  beforeAll(async () => {
    messaging = await GuardedNats.start();
    database = await migratedDatabase(campaigns.name, campaigns.schema);
  });
  afterAll(async () => {
    await messaging.stop();
    await database.drop();
  });

  const reconcile = (...options: string[]) =>
    runCommand('campaigns', ['reconcile', ...options], {
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      ...messaging.settings('campaigns'),
    });

  it('runs with and without --repair', () => {
    for (const options of [[], ['--repair']])
      expect(reconcile(...options)).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/^not compared: identity .*\n(.*\n)+2[12] hours compared, 0 facts repeated/),
        stderr: '',
      });
  }, 120_000);

  it('refuses options that it does not know', () => {
    for (const options of [['--all'], ['--repair', '--all']]) {
      const stderr = `campaigns knows no command "reconcile ${options.join(' ')}"\n`;
      expect(reconcile(...options)).toMatchObject({ status: 78, stderr });
    }
  }, 120_000);
});
