import type {
  Availability,
  Continuation,
  CredentialsOfClient,
  NewCredentialsOfClient,
  Registration,
} from '@ces/contracts/credentials';
import { Problem } from '@ces/contracts/problems';
import { userCreated } from '@ces/contracts/users';
import { concerns } from '@ces/messaging/call-context';
import { Outbox } from '@ces/messaging/outbox';
import { Transactions } from '@ces/messaging/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NoncesService } from '../nonces/nonces.service.js';
import { randomText } from '../random-text.js';
import { lockOpenUser, userIdLength } from '../users/stored-users.js';
import { CredentialsService } from './credentials.service.js';
import { PasswordHasher } from './password-hasher.js';
import { normalisedUsername } from './username.js';

const nonceHours = 24;

/** The first step of a registration, and the way back into one that was left. */
@Injectable()
export class RegisterService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly nonces: NoncesService,
    private readonly credentials: CredentialsService,
    private readonly hasher: PasswordHasher,
  ) {}

  // row 10
  async continue({ username, password, client_id }: CredentialsOfClient): Promise<Continuation> {
    const verified = await this.credentials.verify(username, password, client_id);
    if (!verified) return { completed: false, continue: false };
    concerns(verified.user_id);
    if (verified.state !== 'unfinished') return { completed: true, continue: false };
    return { completed: false, continue: true, nonce: await this.authNonce(verified.user_id, client_id) };
  }

  // row 11
  async available(username: string): Promise<Availability> {
    const name = demandUsername(username);
    const holder = await this.transactions.run((tx) => holderOf(tx, name));
    return { available: holder === undefined };
  }

  // row 12
  async register(request: NewCredentialsOfClient): Promise<Registration> {
    const name = demandUsername(request.username);
    const holder = await this.transactions.run((tx) => holderOf(tx, name));
    const made = holder ? undefined : await this.create(name, request);
    const registration = made ?? (await this.resume(name, request));
    concerns(registration.user_id);
    return registration;
  }

  /** Of many at once one claims the name; the others wait for its commit, and get undefined. */
  private async create(name: string, request: NewCredentialsOfClient): Promise<Registration | undefined> {
    // Before our transaction, which would hold a connection while the hash waits for its turn. (A command with an
    // idempotency key has one open already; of those only few run at once.)
    const hash = await this.hasher.hash(request.password);
    return this.transactions.run(async (tx) => {
      if (request.user_id !== undefined) await demandWithoutCredentials(tx, request.user_id);
      const user_id = request.user_id ?? randomText(userIdLength);
      const claimed = await tx.query<unknown[]>(
        `INSERT INTO credential (user_id, username, password_hash) VALUES ($1, $2, $3)
         ON CONFLICT (username) DO NOTHING RETURNING user_id`,
        [user_id, name, hash],
      );
      if (claimed.length === 0) return undefined;
      if (request.user_id === undefined) {
        await tx.query('INSERT INTO app_user (id, active) VALUES ($1, false)', [user_id]);
        await this.outbox.add(tx, userCreated, { user_id });
      }
      const nonce = await this.authNonce(user_id, request.client_id);
      return { user_id, new_user: request.user_id === undefined, nonce };
    });
  }

  private async resume(name: string, request: NewCredentialsOfClient): Promise<Registration> {
    const holder = await this.transactions.run((tx) => holderOf(tx, name));
    // Whether a name is taken is no secret (row 11), so only an unfinished registration is worth a comparison.
    if (!holder?.unfinished || (request.user_id ?? holder.user_id) !== holder.user_id) throw taken();
    const verified = await this.credentials.verify(name, request.password, request.client_id);
    if (verified?.state !== 'unfinished') throw taken();
    const { user_id } = verified;
    return { user_id, new_user: false, nonce: await this.authNonce(user_id, request.client_id) };
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

/** Names of closed accounts stay reserved until they are erased. */
async function holderOf(tx: EntityManager, username: string): Promise<Holder | undefined> {
  const [holder] = await tx.query<Holder[]>(
    `SELECT u.id AS user_id, NOT u.completed_registration AND u.closed_at IS NULL AS unfinished
     FROM credential c JOIN app_user u ON u.id = c.user_id WHERE c.username = $1`,
    [username],
  );
  return holder;
}

async function demandWithoutCredentials(tx: EntityManager, userId: string): Promise<void> {
  await lockOpenUser(tx, userId);
  const existing = await tx.query<unknown[]>('SELECT FROM credential WHERE user_id = $1', [userId]);
  if (existing.length > 0) throw new Problem('credentials-exist', 'This user has a name and a password already.');
}

function demandUsername(given: string): string {
  const name = normalisedUsername(given);
  if (name !== undefined) return name;
  throw new Problem('validation-failed', '#/username: must be an e-mail address', {
    errors: [{ pointer: '#/username', code: 'is-email', detail: 'must be an e-mail address' }],
  });
}

function taken(): Problem {
  return new Problem('username-taken', 'Somebody has this name already.');
}
