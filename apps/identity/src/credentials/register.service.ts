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
import { BeginAgain } from '@ces/messaging/calls/idempotency/idempotency';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { NoncesService } from '../nonces/nonces.service.js';
import { newUserId } from '../users/user-id.js';
import { UsersService } from '../users/users.service.js';
import { CredentialStore } from './credential.store.js';
import { CredentialsService } from './credentials.service.js';
import { PasswordHasher } from './password-hasher.js';
import { Throttle } from './throttle.js';
import { faultOfUsername, normalisedUsername } from './username.js';

const nonceHours = 24;

interface NewUser {
  username: string;
  password_hash: string;
  client_id: string | null;
}

@Injectable()
export class RegisterService {
  constructor(
    private readonly store: CredentialStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly nonces: NoncesService,
    private readonly credentials: CredentialsService,
    private readonly users: UsersService,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
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
    const name = validUsername(username);
    return { available: (await this.store.findHolder(name)) === undefined };
  }

  // row 12
  async register(request: NewCredentialsOfClient): Promise<() => Promise<Registration>> {
    const name = validUsername(request.username);
    if (await this.store.findHolder(name)) return this.resume(name, request);
    const hash = await this.hasher.hash(request.password);
    return async () => {
      const created = await this.create(name, hash, request);
      // Another request claimed the name first. Comparing its password takes too long for the transaction of the key,
      // so the command begins again.
      if (!created) throw new BeginAgain();
      return created;
    };
  }

  /**
   * Call it before `register` where no client vouches for the caller. It limits the registrations that a network begins
   * in an hour.
   */
  demandTurn(address: string): Promise<void> {
    return this.throttle.beginSignUp(address);
  }

  /** Adds a user with a name and password in the open transaction. Undefined when the name is taken. */
  async addUser({ username, password_hash, client_id }: NewUser): Promise<string | undefined> {
    const user_id = newUserId();
    if (!(await this.store.claimName({ user_id, username, password_hash, client_id }))) return undefined;
    concerns(user_id);
    await this.users.addRegistering(user_id);
    await this.outbox.add(userCreated, { user_id });
    return user_id;
  }

  /** Returns undefined when another request claimed the name first. */
  private create(name: string, hash: string, request: NewCredentialsOfClient): Promise<Registration | undefined> {
    const { client_id } = request;
    const credential = { username: name, password_hash: hash, client_id };
    return this.transactions.run(async () => {
      const made = request.user_id ?? undefined;
      const user_id = made === undefined ? await this.addUser(credential) : await this.join(made, credential);
      if (user_id === undefined) return undefined;
      return { user_id, new_user: made === undefined, nonce: await this.authNonce(user_id, client_id) };
    });
  }

  /**
   * Row 12: only the client that made a user may join credentials to it, and only if the user has none and has never signed
   * in. The user stays locked until the commit. Undefined when another request claimed the name first.
   */
  private async join(user_id: string, credential: NewUser & { client_id: string }): Promise<string | undefined> {
    const locked = await this.users.lockJoinable(user_id, credential.client_id);
    // A separate statement, so that it sees what was committed while the first one waited for the lock.
    const existing = locked ? await this.store.findName(user_id) : undefined;
    if (existing === credential.username) return undefined;
    if (!locked || existing !== undefined) throw notJoinable();
    if (!(await this.store.claimName({ user_id, ...credential }))) return undefined;
    concerns(user_id);
    return user_id;
  }

  private async resume(name: string, request: NewCredentialsOfClient): Promise<() => Promise<Registration>> {
    const holder = await this.store.findHolder(name);
    if (!holder?.unfinished) {
      // Takes as long as a comparison, so that the time does not reveal how far the registration is.
      await this.hasher.attempt(() => this.hasher.inTurn((compare) => compare(request.password, undefined)));
      throw taken();
    }
    const { client_id, address } = request;
    const verified = await this.credentials.verify(name, request.password, { client_id, address });
    // The user is compared last, so that the time of the answer does not reveal whose name it is.
    if (verified?.state !== 'unfinished' || (request.user_id ?? verified.user_id) !== verified.user_id) throw taken();
    const { user_id } = verified;
    concerns(user_id);
    return async () => ({ user_id, new_user: false, nonce: await this.authNonce(user_id, request.client_id) });
  }

  private authNonce(user_id: string, client_id: string): Promise<string> {
    return this.transactions.run(() => this.nonces.issue({ purpose: 'auth', user_id, client_id, hours: nonceHours }));
  }
}

function notJoinable(): Problem {
  return new Problem('user-not-joinable', 'Credentials cannot be joined to a user of this id.');
}

function validUsername(given: string): string {
  const name = normalisedUsername(given);
  const fault = faultOfUsername(name ?? '');
  if (name !== undefined && !fault) return name;
  throw faulty('validation-failed', fault ? [{ pointer: '#/username', ...fault }] : []);
}

function taken(): Problem {
  return new Problem('username-taken', 'Another user has this name.');
}
