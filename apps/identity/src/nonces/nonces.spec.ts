import { activateUser } from '@ces/contracts/identity/registration';
import { registerCredentials } from '@ces/contracts/identity/credentials';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import type { RunningService } from '@ces/testing/services/start-service';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { createHash } from 'node:crypto';
import { startIdentity } from '../../test/start-identity.js';
import { UsersService } from '../users/users.service.js';
import { NoncesService } from './nonces.service.js';

describe('nonces', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
  });

  afterAll(() => identity.stop());

  it('are used and voided at the same time without a deadlock', async () => {
    const nonces = identity.app.get(NoncesService);
    const transactions = identity.app.get(Transactions);
    const credentials = { username: 'anna@example.com', password: 'correct horse', client_id: 'cl_a' };
    const { user_id } = await identity.bus.call(registerCredentials, credentials);
    const nonce = await transactions.run(() =>
      nonces.issue({ purpose: 'activation', user_id, client_id: 'cl_a', hours: 1 }),
    );
    let activation: Promise<unknown> = Promise.resolve();
    await transactions.run(async () => {
      await identity.app.get(UsersService).lockOpen(user_id); // the order of rows 9 and 19
      activation = identity.bus.call(activateUser, { nonce }).catch((error: unknown) => error); // row 20
      await untilBlocked(identity);
      await nonces.void(user_id, ['activation']);
    });
    expect(await activation).toMatchObject({ code: 'nonce-gone' });
  });

  it('answer 410 for two days after they expired, and are unknown after that', async () => {
    const credentials = { username: 'bert@example.com', password: 'correct horse', client_id: 'cl_a' };
    const { user_id } = await identity.bus.call(registerCredentials, credentials);
    const issue = () =>
      identity.app
        .get(Transactions)
        .run(() =>
          identity.app.get(NoncesService).issue({ purpose: 'activation', user_id, client_id: 'cl_a', hours: 1 }),
        );
    const expiredFor = async (hours: number) => {
      const nonce = await issue();
      const hash = createHash('sha256').update(nonce).digest();
      await identity.query('UPDATE nonce SET expires_at = now() - make_interval(hours => $2) WHERE hash = $1', [
        hash,
        hours,
      ]);
      return nonce;
    };
    const [remembered, forgotten] = [await expiredFor(47), await expiredFor(49)];
    await identity.app.get(Chores).runNow('purge-nonces');
    const refusal = (nonce: string) => identity.bus.call(activateUser, { nonce }).catch((error: unknown) => error);
    expect(await refusal(remembered)).toMatchObject({ code: 'nonce-gone' });
    expect(await refusal(forgotten)).toMatchObject({ code: 'nonce-invalid' });
  });
});
