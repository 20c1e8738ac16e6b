import { deadLetters } from '@ces/contracts/dead-letters';
import { userErased } from '@ces/contracts/identity/erasure';
import { migrate } from '@ces/service/database/database';
import { eventually } from '@ces/testing/eventually';
import { GuardedNats, tellFacts } from '@ces/testing/servers/guarded-nats';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { startProcess, type ServiceProcess } from '@ces/testing/services/service-process';
import { Client } from 'pg';
import { cards } from '../../apps/cards/src/cards.module.js';

const newest = 'ConsentSources1764912001000';
const older = { ...cards.schema, migrations: cards.schema.migrations.filter(({ name }) => name !== newest) };
const started = 25_000;

describe('a service whose schema does not fit', () => {
  let messaging: GuardedNats;
  let database: PrivateDatabase;
  let service: ServiceProcess | undefined;

  beforeEach(async () => {
    messaging = await GuardedNats.start();
    database = await privateDatabase('unfit');
  });

  afterEach(async () => {
    await service?.stop();
    await messaging.stop();
    await database.drop();
  });

  const start = async (): Promise<void> => {
    service = await startProcess('cards', { DATABASE_URL: database.url, ...messaging.settings('cards') });
  };
  const get = async (path: string): Promise<{ status: number; body: object }> => {
    const answer = await fetch(`${service?.url}${path}`);
    return { status: answer.status, body: (await answer.json()) as object };
  };
  const isReady = () =>
    eventually(async () => {
      expect(await get('/readyz')).toMatchObject({ status: 200 });
    }, started);
  const isNotReady = (reason: string) =>
    eventually(async () => {
      const checks = { database: true, schema: false };
      expect(await get('/readyz')).toEqual({ status: 503, body: { status: 'not ready', checks, reason } });
    }, started);
  const sql = async (text: string): Promise<unknown[]> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<object>(text);
    await client.end();
    return rows;
  };
  const call = () => messaging.bus.call(deadLetters('cards').list, {});
  const linesAbout = (text: string): string[] =>
    (service?.log() ?? '').split('\n').filter((line) => line.includes(text));

  it('says which migration is missing and takes no call, fact or chore, until the migration has run', async () => {
    await migrate(database.url, older);
    await start();
    const reason = `the database lacks the migration ${newest}; run the command migrate of this version`;
    await isNotReady(reason);
    expect(await get('/livez')).toEqual({ status: 200, body: { status: 'alive' } });
    expect((await fetch(`${service?.url}/readyz`)).headers.get('Retry-After')).toBe('1');
    await tellFacts(messaging.nats, userErased, [{ user_id: 'anna' }]);
    await expect(call()).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(await sql('SELECT FROM lease')).toEqual([]);
    expect(await sql('SELECT FROM inbox')).toEqual([]);
    expect(linesAbout(reason)).toHaveLength(1);

    await migrate(database.url, cards.schema);
    await isReady();
    expect(await call()).toEqual([]);
    await eventually(async () => {
      expect(await sql('SELECT FROM inbox')).not.toEqual([]);
      expect(await sql('SELECT FROM lease')).not.toEqual([]);
    });
  });

  it('waits for the tables of an empty database', async () => {
    await start();
    await eventually(async () => {
      const { status, body } = await get('/readyz');
      const empty = /^the database is empty: it lacks \d+ migrations, first MessagingTables1700000000000; run/;
      expect({ status, body }).toMatchObject({ status: 503, body: { reason: expect.stringMatching(empty) } });
    }, started);
    await migrate(database.url, cards.schema);
    await isReady();
  });

  it('stays ready beside a newer version that adds, and stops when one takes away what it needs', async () => {
    await migrate(database.url, cards.schema);
    await sql(`INSERT INTO migrations (timestamp, name) VALUES (1999000000000, 'AddNicknames1999000000000')`);
    await start();
    await isReady();
    const taking = 'DropNamesNeeds1999000000000_1999000001000';
    await sql(`INSERT INTO migrations (timestamp, name) VALUES (1999000001000, '${taking}')`);
    const reason = `the database has the migration ${taking}, which this version is too old for; run a newer version`;
    await isNotReady(reason);
    await expect(call()).rejects.toMatchObject({ code: 'service-unavailable' });
    await sql(`DELETE FROM migrations WHERE name = '${taking}'`);
    await isReady();
    expect(await call()).toEqual([]);
  }, 90_000);
});
