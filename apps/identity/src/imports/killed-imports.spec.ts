import { deadLetters, type DeadLetter } from '@ces/contracts/dead-letters';
import { beginImport, getImport, takeMembers } from '@ces/contracts/identity/imports/members';
import { getJob, replayDeadLetters } from '@ces/contracts/operation/jobs';
import type { Rpc } from '@ces/contracts/rpc';
import { eachId } from '@ces/messaging/facts/publish/several-facts';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { serviceProcess } from '@ces/testing/services/service-process';
import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { migrateIdentity } from '../../test/run-identity.js';

const members = 6_000;
const buried = 200;

describe('an import and a job during a kill -9 of identity', () => {
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

  async function answer<Request extends object, Reply>(
    contract: Rpc<Request, Reply>,
    reply: (request: Request) => Reply,
  ): Promise<void> {
    const connection = await messaging.nats.connection();
    connection.subscribe(messaging.nats.subject('rpc', contract.subject), {
      callback: (_error, message) => {
        message.respond(JSON.stringify(reply(message.json())));
      },
    });
  }

  it('go on after the next start, and make, replay and count each once', async () => {
    const env = {
      DATABASE_URL: database.url,
      ...messaging.settings('identity'),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    const { bus } = messaging;
    let letters = Array.from({ length: buried }, (): DeadLetter => ({
      ...{ id: newId(), service: 'cards', subject: 's', error: 'broken', attempts: 8 },
      received_at: '2026-11-21T09:30:00.000Z',
    }));
    let replays = 0;
    const { list, replay } = deadLetters('cards');
    await answer(list, ({ before = '~', at_most = 500 }) => {
      const older = letters.filter(({ id }) => id < before);
      return older.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, at_most);
    });
    await answer(replay, ({ id }) => {
      replays += 1;
      letters = letters.filter((each) => each.id !== id);
      return { replayed: true as const };
    });
    let service = await serviceProcess('identity', env);
    const job = await bus.call(replayDeadLetters, { service: 'cards' });
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
      expect(replays).toBeGreaterThan(0);
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
    await eventually(async () => {
      expect(await bus.call(getJob, { id: job.id })).toMatchObject({ state: 'finished', failed: 0 });
    }, 40_000);
    expect([replays, letters]).toEqual([buried, []]);
    // The letter under way during the kill may be replayed without being counted.
    expect(buried - (await bus.call(getJob, { id: job.id })).done).toBeLessThanOrEqual(1);
    const { rows } = await client.query<{ users: number; facts: number }>(
      `SELECT (SELECT count(*)::int FROM credential) AS users,
              (SELECT count(*)::int FROM outbox ${eachId} WHERE subject = 'identity.user-created') AS facts`,
    );
    expect(rows).toEqual([{ users: members, facts: members }]);
    await service.stop();
  }, 120_000);
});
