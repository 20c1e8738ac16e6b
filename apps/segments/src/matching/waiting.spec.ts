import { userErased } from '@ces/contracts/identity/erasure';
import { takePart } from '@ces/contracts/segments/segments';
import * as users from '@ces/contracts/identity/users';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../../../../e2e/platform/platform.js';
import * as forms from '@ces/testing/segment-forms';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { tableOf } from '../files/file-table.js';

describe('who has to wait for whom', () => {
  let platform: Platform;
  let client: Client;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'segments');
    const { url } = platform.segments.get(DataSource).options as { url: string };
    client = new Client({ connectionString: url });
    await client.connect();
  }, 60_000);

  afterAll(async () => {
    await client.end();
    await platform.stop();
  });

  const holding = async (lock: string, work: () => Promise<void>) => {
    await client.query('BEGIN');
    await client.query(lock);
    await work().finally(() => client.query('ROLLBACK'));
  };
  const waiting = (condition: string, atLeast = 1) =>
    eventually(async () => {
      const { rows } = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND ${condition}
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      expect(rows[0]?.n).toBeGreaterThanOrEqual(atLeast);
    }, 20_000);
  const publish = async (subject: string, payload: object) => {
    const nats = platform.messaging.nats;
    const message = JSON.stringify([{ id: newId(), payload: JSON.stringify(payload) }]);
    await (await nats.jetstream()).publish(nats.subject('fact', subject), message);
  };

  it('rows 31 and 32 are answered while the users of a file are counted, and the newest file wins', async () => {
    const { id } = await forms.importAndProcess(platform, 'a\n');
    const renew = (title: string, file: string) =>
      forms.sendForm(platform, `${forms.path}/${id}`, forms.formOf({ title, identifier: 'acme', file }));
    let newest: unknown;
    await holding('LOCK TABLE connection IN ACCESS EXCLUSIVE MODE', async () => {
      await renew('Second', 'a\nb\n');
      await waiting(`relation = 'connection'::regclass`);
      const answer = await renew('Third', 'a\nb\nc\n');
      expect(answer).toMatchObject({ status: 200, body: { state: 'pending', name: 'Third', externalUserCount: 1 } });
      newest = (answer.body as { documentID: string }).documentID;
      expect((await platform.api.send('DELETE', `${forms.path}/${id}`)).status).toBe(409);
    });
    expect(await forms.processed(platform, id)).toMatchObject({
      name: 'Third',
      documentID: newest,
      externalUserCount: 3,
    });
  }, 60_000);

  it('rows 29 and 30 are answered though everything that changes connections waits', async () => {
    const { id } = await forms.importAndProcess(platform, 'a\n');
    await client.query(`UPDATE connection_walk SET ended_at = now() - interval '25 hours'`);
    await holding(`SELECT pg_advisory_xact_lock(hashtextextended('copy of connections', 0))`, async () => {
      const facts = [
        users.connectionCreated,
        users.connectionRemoved,
        users.userClosed,
        users.userRestored,
        userErased,
      ];
      for (const { subject } of facts)
        await publish(subject, { user_id: 'nobody', provider_name: 'acme', owner_id: 'o' });
      for (const file of ['b\n', 'c\n', 'd\n']) await forms.importFile(platform, file);
      // One for each kind of fact, for each file at work, and for the comparison with identity.
      await waiting(`locktype = 'advisory'`, 8);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) => platform.api.get(n % 2 ? `${forms.path}/list` : `${forms.path}/${id}`)),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    });
  }, 60_000);

  const renewed = async (id: string) =>
    (
      await forms.sendForm(
        platform,
        `${forms.path}/${id}`,
        forms.formOf({ title: 'New', identifier: 'acme', file: 'x' }),
      )
    ).status;
  const deleted = async (id: string) => (await platform.api.send('DELETE', `${forms.path}/${id}`)).status;
  /** A member of two segments is erased as soon as `erase` is called; whatever that has to wait for is held before. */
  const eraseMember = async () => {
    const owner = randomUUID();
    const user_id = await forms.connect(platform, owner);
    const [first, second] = [
      await forms.importAndProcess(platform, owner),
      await forms.importAndProcess(platform, owner),
    ];
    expect(second.internalUserCount).toBe(1);
    return {
      ids: [first.id, second.id] as const,
      erase: async () => {
        await platform.api.post(`/api/1/user/${user_id}/delete`);
        await publish(userErased.subject, { user_id });
      },
      gone: () =>
        eventually(async () => {
          expect((await client.query('SELECT FROM connection WHERE user_id = $1', [user_id])).rowCount).toBe(0);
        }, 20_000),
    };
  };

  it('rows 31 and 32 are answered while an erasure waits for a file that is given its index', async () => {
    const { ids, erase, gone } = await eraseMember();
    const document_id = newId();
    const part = { document_id, part: 0, count: 1, lines: 'a\n' };
    await platform.messaging.bus.call(takePart, part);
    const table = tableOf(document_id);
    await holding(`LOCK TABLE ${table} IN SHARE MODE`, async () => {
      await erase();
      await waiting(`relation = '${table}'::regclass`);
      expect([await renewed(ids[0]), await deleted(ids[1])]).toEqual([200, 200]);
    });
    await gone();
  }, 60_000);

  it('rows 31 and 32 are answered while an erasure waits for identity', async () => {
    const { ids, erase, gone } = await eraseMember();
    const { url } = platform.services.identity.get(DataSource).options as { url: string };
    const identity = new Client({ connectionString: url });
    await identity.connect();
    await holding(`SELECT pg_advisory_xact_lock(hashtextextended('copy of connections', 0))`, async () => {
      await erase();
      await identity.query('BEGIN');
      await identity.query('LOCK TABLE connection IN ACCESS EXCLUSIVE MODE');
    });
    await eventually(async () => {
      await identity.query('SELECT pg_stat_clear_snapshot()');
      const asked = `wait_event_type = 'Lock' AND query LIKE '%AS asked (provider_name, owner_id)%'`;
      const { rowCount } = await identity.query(`SELECT FROM pg_stat_activity WHERE ${asked}`);
      expect(rowCount).not.toBe(0);
    }, 20_000);
    expect([await renewed(ids[0]), await deleted(ids[1])]).toEqual([200, 200]);
    await identity.end();
    await gone();
  }, 60_000);

  it('a file is processed though nobody can be told who came in', async () => {
    await holding('LOCK TABLE user_entry IN ACCESS EXCLUSIVE MODE', async () => {
      await forms.importAndProcess(platform, 'a\n');
    });
  });

  it('counts follow while an erasure looks through what was told', async () => {
    const owner = randomUUID();
    const { id } = await forms.importAndProcess(platform, owner);
    await holding('LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE', async () => {
      await publish(userErased.subject, { user_id: 'nobody' });
      await waiting(`relation = 'outbox'::regclass AND mode = 'RowExclusiveLock'`);
      await forms.connect(platform, owner);
      await eventually(async () => {
        expect((await platform.api.get(`${forms.path}/${id}`)).body).toMatchObject({ internalUserCount: 1 });
      });
    });
  });
});
