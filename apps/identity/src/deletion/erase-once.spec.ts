import { registerCredentials } from '@ces/contracts/identity/credentials';
import { closeUser } from '@ces/contracts/identity/deletion';
import { userErased } from '@ces/contracts/identity/erasure';
import { Chores } from '@ces/service/chores/chores';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';

describe('the chores of two replicas', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
  });

  afterAll(() => identity.stop());

  it('erase and announce each account once when both run at the same time', async () => {
    const replicas = [identity.app, await identity.replica()];
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const credentials = { username: `due${n}@example.com`, password: 'correct horse', client_id: 'cl_a' };
      const { user_id } = await identity.bus.call(registerCredentials, credentials);
      // The grace time of one half is over; the other half never finished the registration.
      if (n % 2 === 0) await identity.bus.call(closeUser, { user_id, client_id: 'cl_a', locale: 'en_GB' });
      ids.push(user_id);
    }
    const runBoth = () => Promise.all(replicas.map((each) => each.get(Chores).runAllNow()));
    await identity.query(`UPDATE app_user SET erase_after = now() WHERE closed_at IS NOT NULL`);
    await identity.query(`UPDATE credential SET created_at = now() - interval '8 days'`);
    for (let n = 0; n < 5; n += 1) await runBoth();
    await identity.query('UPDATE erasure SET announce_after = now()');
    for (let n = 0; n < 5; n += 1) await runBoth();
    const once = ids.map((user_id) => ({ user_id, n: 1 })).sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
    expect(
      await identity.query(
        `SELECT user_id, count(*)::int AS n FROM audit WHERE what LIKE $1 GROUP BY user_id ORDER BY user_id COLLATE "C"`,
        ['user erased%'],
      ),
    ).toEqual(once);
    expect(
      await identity.query(
        `SELECT payload::json->>'user_id' AS user_id, count(*)::int AS n FROM outbox WHERE subject = $1
         GROUP BY 1 ORDER BY (payload::json->>'user_id') COLLATE "C"`,
        [userErased.subject],
      ),
    ).toEqual(once);
  });
});
