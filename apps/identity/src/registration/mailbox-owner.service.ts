import { Problem } from '@ces/contracts/problems';
import type {
  Activated,
  ActivationWithPassword,
  ConfirmedActivationFrom,
  PendingRegistration,
  RemovedRegistration,
} from '@ces/contracts/identity/registration';
import { concerns } from '@ces/messaging/calls/call-context';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CredentialsService } from '../credentials/credentials.service.js';
import { PasswordHasher } from '../credentials/password-hasher.js';
import { nonceGone, NoncesService } from '../nonces/nonces.service.js';
import { lockOpenUser } from '../users/stored-users.js';
import { ActivationService } from './activation.service.js';
import { UnfinishedService } from './unfinished.service.js';

interface Row {
  username: string;
  client: string | null;
  registered_at: Date;
  fields: Partial<Record<'firstName' | 'infix' | 'lastName', string>> | null;
}

/**
 * The owner of a mailbox decides about a registration with its address, which may be somebody else's: with the password of
 * the registration, with a new one, or not at all.
 */
@Injectable()
export class MailboxOwnerService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly nonces: NoncesService,
    private readonly credentials: CredentialsService,
    private readonly hasher: PasswordHasher,
    private readonly activation: ActivationService,
    private readonly unfinished: UnfinishedService,
  ) {}

  async pending(nonce: string): Promise<PendingRegistration> {
    const { fields, client, username, registered_at } = await this.find(nonce);
    const { firstName = '', infix = '', lastName = '' } = fields ?? {};
    return { client, username, firstName, infix, lastName, registered_at: registered_at.toISOString() };
  }

  async confirm({ nonce, password, address }: ConfirmedActivationFrom): Promise<() => Promise<Activated>> {
    const { username } = await this.find(nonce);
    if (!(await this.credentials.verify(username, password, { address }))) throw passwordWrong();
    return () => this.activation.activate(nonce);
  }

  async activateWithPassword({ nonce, password }: ActivationWithPassword): Promise<() => Promise<Activated>> {
    // First, so that only those with a good nonce make the service hash.
    await this.nonces.look(nonce, 'activation');
    const hash = await this.hasher.hash(password);
    return () => this.activation.activate(nonce, hash);
  }

  reject(nonce: string): Promise<RemovedRegistration> {
    return this.transactions.run(async (tx) => {
      const { user_id } = await this.nonces.consume(tx, nonce, 'activation');
      concerns(user_id);
      await lockOpenUser(tx, user_id);
      await this.unfinished.remove(tx, user_id, 'the owner of the mailbox did not register');
      return { removed: true };
    });
  }

  private async find(nonce: string): Promise<Row> {
    const { user_id, client_id } = await this.nonces.look(nonce, 'activation');
    concerns(user_id);
    const [row] = await this.database.query<Row[]>(
      `SELECT c.username, c.created_at AS registered_at, p.fields,
         (SELECT name FROM client WHERE id = coalesce(c.client_id, $2)) AS client
       FROM credential c LEFT JOIN person p ON p.user_id = c.user_id WHERE c.user_id = $1`,
      [user_id, client_id],
    );
    if (!row) throw nonceGone('activation');
    return row;
  }
}

function passwordWrong(): Problem {
  const detail = 'must be the password with which the account was registered';
  return new Problem('password-wrong', `#/password: ${detail}`, {
    errors: [{ pointer: '#/password', code: 'password-wrong', detail }],
  });
}
