import type {
  Availability,
  Continuation,
  CredentialsOfClient,
  NewCredentialsOfClient,
  Registration,
} from '@ces/contracts/identity/credentials';
import { faulty, Problem } from '@ces/contracts/problems';
import { userCreated } from '@ces/contracts/identity/users';
import { concerns } from '@ces/messaging/calls/call-context';
import { BeginAgain } from '@ces/messaging/calls/idempotency';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { NoncesService } from '../nonces/nonces.service.js';
import { randomText } from '../random-text.js';
import { userIdLength, userIdPattern } from '../users/stored-users.js';
import { CredentialsService } from './credentials.service.js';
import { PasswordHasher } from './password-hasher.js';
import { faultOfUsername, normalisedUsername } from './username.js';

const nonceHours = 24;

/** The first step of a registration, and the way back into one that was left. */
@Injectable()
export class RegisterService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly nonces: NoncesService,
    private readonly credentials: CredentialsService,
    private readonly hasher: PasswordHasher,
  ) {}

  // row 10
  async continue({
    username,
    password,
    client_id,
    address,
  }: CredentialsOfClient): Promise<() => Promise<Continuation>> {
    const verified = await this.credentials.verify(username, password, { client_id, address });
    if (verified) concerns(verified.user_id);
    return async () => {
      if (!verified) return { completed: false, continue: false };
      if (verified.state !== 'unfinished') return { completed: true, continue: false };
      return { completed: false, continue: true, nonce: await this.authNonce(verified.user_id, client_id) };
    };
  }

  // row 11
  async available(username: string): Promise<Availability> {
    const name = demandUsername(username);
    return { available: (await this.holderOf(name)) === undefined };
  }

  // row 12
  async register(request: NewCredentialsOfClient): Promise<() => Promise<Registration>> {
    const name = demandUsername(request.username);
    if (await this.holderOf(name)) return this.resume(name, request);
    const hash = await this.hasher.hash(request.password);
    return async () => {
      const created = await this.create(name, hash, request);
      // Another request was quicker. The comparison of the password takes too long for the transaction of the key.
      if (!created) throw new BeginAgain();
      return created;
    };
  }

  /** Of many at once one claims the name; the others wait for its commit, and get undefined. */
  private create(name: string, hash: string, request: NewCredentialsOfClient): Promise<Registration | undefined> {
    return this.transactions.run(async (tx) => {
      const made = request.user_id ?? undefined;
      if (made !== undefined && (await demandJoinable(tx, made, name, request.client_id)) === 'joined')
        return undefined;
      const user_id = made ?? randomText(userIdLength);
      const claimed = await tx.query<unknown[]>(
        `INSERT INTO credential (user_id, username, password_hash, client_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (username) DO NOTHING RETURNING user_id`,
        [user_id, name, hash, request.client_id],
      );
      if (claimed.length === 0) return undefined;
      concerns(user_id);
      if (made === undefined) {
        await tx.query('INSERT INTO app_user (id, active) VALUES ($1, false)', [user_id]);
        await this.outbox.add(userCreated, { user_id });
      }
      return { user_id, new_user: made === undefined, nonce: await this.authNonce(user_id, request.client_id) };
    });
  }

  private async resume(name: string, request: NewCredentialsOfClient): Promise<() => Promise<Registration>> {
    const holder = await this.holderOf(name);
    if (!holder?.unfinished) {
      // Takes the same time, so that it does not tell how far the registration is.
      await this.hasher.attempt(() => this.hasher.inTurn((compare) => compare(request.password, undefined)));
      throw taken();
    }
    const { client_id, address } = request;
    const verified = await this.credentials.verify(name, request.password, { client_id, address });
    // Compared last: the time that the answer takes does not tell whose name it is.
    if (verified?.state !== 'unfinished' || (request.user_id ?? verified.user_id) !== verified.user_id) throw taken();
    const { user_id } = verified;
    concerns(user_id);
    return async () => ({ user_id, new_user: false, nonce: await this.authNonce(user_id, request.client_id) });
  }

  /** Names of closed accounts stay reserved until they are erased. */
  private async holderOf(username: string): Promise<Holder | undefined> {
    const [holder] = await this.database.query<Holder[]>(
      `SELECT u.id AS user_id, NOT u.completed_registration AND u.closed_at IS NULL AS unfinished
       FROM credential c JOIN app_user u ON u.id = c.user_id WHERE c.username = $1`,
      [username],
    );
    return holder;
  }

  private authNonce(user_id: string, client_id: string): Promise<string> {
    return this.transactions.run((tx) =>
      this.nonces.issue(tx, { purpose: 'auth', user_id, client_id, hours: nonceHours }),
    );
  }
}

interface Holder {
  user_id: string;
  unfinished: boolean;
}

/**
 * Row 12: only the client that made the user may join credentials to it, and only if the user has none and has never signed
 * in. The user stays locked until the commit. `joined`: another request with this very name was quicker.
 */
async function demandJoinable(
  tx: EntityManager,
  userId: string,
  name: string,
  clientId: string,
): Promise<'joinable' | 'joined'> {
  const made = userIdPattern.test(userId)
    ? await tx.query<unknown[]>(
        `SELECT FROM app_user WHERE id = $1 AND made_by = $2 AND closed_at IS NULL AND first_sign_in_at IS NULL FOR UPDATE`,
        [userId, clientId],
      )
    : [];
  // A statement of its own: it sees what was committed while the first one waited for the lock.
  const [existing] =
    made.length > 0
      ? await tx.query<{ username: string }[]>('SELECT username FROM credential WHERE user_id = $1', [userId])
      : [];
  if (existing?.username === name) return 'joined';
  if (made.length > 0 && !existing) return 'joinable';
  throw new Problem('user-not-joinable', 'Credentials cannot be joined to a user of this id.');
}

function demandUsername(given: string): string {
  const name = normalisedUsername(given);
  const fault = faultOfUsername(name ?? '');
  if (name !== undefined && !fault) return name;
  throw faulty('validation-failed', fault ? [{ pointer: '#/username', ...fault }] : []);
}

function taken(): Problem {
  return new Problem('username-taken', 'Somebody has this name already.');
}
