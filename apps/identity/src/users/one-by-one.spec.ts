import { Transactions } from '@ces/messaging/storage/transactions';
import { catchLogs } from '@ces/testing/catch-logs';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';
import { OneByOne } from './one-by-one.js';
import { UserStore } from './user.store.js';

describe('work on one item after the other', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
  });

  afterAll(() => identity.stop());

  it('keeps what succeeded, undoes what failed, and logs the failure', async () => {
    const { errors } = catchLogs();
    const fine = { id: 'a'.repeat(25) };
    const failing = { id: 'b'.repeat(25) };
    const last = { id: 'c'.repeat(25) };
    const users = identity.app.get(UserStore);
    await identity.app.get(Transactions).run(() =>
      identity.app.get(OneByOne).run([fine, failing, last], async ({ id }) => {
        await users.addRegistering(id);
        if (id === failing.id) await users.addRegistering(id);
      }),
    );
    expect(await identity.query('SELECT id FROM app_user ORDER BY id')).toEqual([fine, last]);
    expect(errors.map(([what]) => what)).toEqual([expect.objectContaining({ id: failing.id })]);
  });
});
