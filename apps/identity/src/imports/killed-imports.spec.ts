import { beginImport, getImport, takeMembers } from '@ces/contracts/identity/imports/members';
import { eventually } from '@ces/testing/eventually';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { serviceProcess } from '@ces/testing/services/service-process';
import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { migrateIdentity } from '../../test/run-identity.js';

const members = 6_000;

describe('an import during a kill -9 of identity', () => {
  let database: PrivateDatabase;
  let client: Client;
  let messaging: GuardedNats;

  beforeAll(async () => {
    database = await privateDatabase('identity', migrateIdentity);
    client = new Client({ connectionString: database.url });
    await client.connect();
    messaging = await GuardedNats.start();
  });

  afterAll(async () => {
    await messaging.stop();
    await client.end();
    await database.drop();
  });

  it('goes on after the next start, and makes and counts each member once', async () => {
    const env = {
      DATABASE_URL: database.url,
      ...messaging.settings('identity'),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    const { bus } = messaging;
    let service = await serviceProcess('identity', env);
    const import_id = randomUUID();
    const numbers = Array.from({ length: members }, (_, index) => index + 1);
    for (let part = 0; part * 2_000 < members; part += 1) {
      const lines = numbers.slice(part * 2_000, (part + 1) * 2_000);
      const texts = lines.map((line) => JSON.stringify({ username: `member${line}@example.com` }));
      await bus.call(takeMembers, { import_id, part, starts: lines.slice(0, 1), counts: [lines.length], texts });
    }
    await bus.call(beginImport, { import_id, parts: members / 2_000, format: 'ndjson', dry_run: false });
    await eventually(async () => {
      expect((await bus.call(getImport, { id: import_id })).created).toBeGreaterThan(0);
    });
    await service.kill();
    service = await serviceProcess('identity', env);
    await eventually(async () => {
      expect(await bus.call(getImport, { id: import_id })).toMatchObject({
        state: 'finished',
        progress: 1,
        created: members,
        unchanged: 0,
      });
    }, 40_000);
    const { rows } = await client.query<{ users: number; facts: number }>(
      `SELECT (SELECT count(*)::int FROM credential) AS users,
              (SELECT count(*)::int FROM outbox WHERE subject = 'identity.user-created') AS facts`,
    );
    expect(rows).toEqual([{ users: members, facts: members }]);
    await service.stop();
  }, 120_000);
});
