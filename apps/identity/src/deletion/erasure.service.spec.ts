import { registerCredentials } from '@ces/contracts/identity/credentials';
import { closeUser } from '@ces/contracts/identity/deletion';
import { servicesWithUserData } from '@ces/contracts/identity/erasure';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';
import { ErasureService } from './erasure.service.js';

describe('the record of an erasure', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
  });

  afterAll(() => identity.stop());

  const receive = (service: (typeof servicesWithUserData)[number], userId: string) =>
    identity.app.get(Transactions).run(() => identity.app.get(ErasureService).receive(service, userId));
  const completedAt = async (userId: string) =>
    (
      await identity.query<{ completed_at: Date | null }>('SELECT completed_at FROM erasure WHERE user_id = $1', [
        userId,
      ])
    )[0]?.completed_at;

  it('is complete with the receipts of all services, each of which may come twice, and is kept for 30 days', async () => {
    const credentials = { username: 'anna@example.com', password: 'correct horse', client_id: 'cl_a' };
    const { user_id } = await identity.bus.call(registerCredentials, credentials);
    const close = () => identity.bus.call(closeUser, { user_id, client_id: 'cl_a', locale: 'en_GB' });
    await close();
    await identity.query('UPDATE app_user SET erase_after = now()');
    await identity.app.get(Chores).runNow('erase-due-accounts');
    for (const service of servicesWithUserData) {
      expect(await completedAt(user_id)).toBeNull();
      await receive(service, user_id);
      await receive(service, user_id);
    }
    expect(await completedAt(user_id)).toBeInstanceOf(Date);

    await identity.query(`UPDATE erasure SET completed_at = now() - interval '29 days'`);
    await identity.app.get(Chores).runNow('purge-erasures');
    expect(await close()).toEqual({ deleted: true });
    await identity.query(`UPDATE erasure SET completed_at = now() - interval '31 days'`);
    await identity.app.get(Chores).runNow('purge-erasures');
    await expect(close()).rejects.toMatchObject({ code: 'user-not-found' });
  });
});
