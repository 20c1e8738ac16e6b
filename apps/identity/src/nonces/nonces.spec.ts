import { activateUser } from '@ces/contracts/identity/registration';
import { registerCredentials } from '@ces/contracts/identity/credentials';
import { Transactions } from '@ces/messaging/storage/transactions';
import { eventually } from '@ces/testing/eventually';
import { DataSource } from 'typeorm';
import { ownIdentity, type Running } from '../../test/run-identity.js';
import { lockOpenUser } from '../users/stored-users.js';
import { NoncesService } from './nonces.service.js';

describe('nonces', () => {
  let identity: Running;

  beforeAll(async () => {
    identity = await ownIdentity();
  });

  afterAll(() => identity.close());

  const waiting = async () => {
    const rows = await identity.app
      .get(DataSource)
      .query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    expect(rows).toHaveLength(1);
  };

  it('are used and voided at the same time without the two waiting for each other', async () => {
    const nonces = identity.app.get(NoncesService);
    const transactions = identity.app.get(Transactions);
    const credentials = { username: 'crosswise@example.com', password: 'correct horse', client_id: 'cl_a' };
    const { user_id } = await identity.call(registerCredentials, credentials);
    const nonce = await transactions.run((tx) =>
      nonces.issue(tx, { purpose: 'activation', user_id, client_id: 'cl_a', hours: 1 }),
    );
    let activation: Promise<unknown> = Promise.resolve();
    await transactions.run(async (tx) => {
      await lockOpenUser(tx, user_id); // as row 9 does, and row 19
      activation = identity.call(activateUser, { nonce }).catch((error: unknown) => error); // row 20
      await eventually(waiting);
      await nonces.void(tx, user_id, ['activation']);
    });
    expect(await activation).toMatchObject({ code: 'nonce-gone' });
  });
});
