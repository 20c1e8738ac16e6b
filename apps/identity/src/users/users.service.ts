import { isUserId } from '@ces/contracts/user-id';
import type { UserDetails } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import { LongReadStore } from '@ces/service/database/long-read.store';
import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { userNotFound } from './user-not-found.js';
import { UserEntity } from './user.entity.js';
import { UserStore } from './user.store.js';

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UserStore,
    private readonly transactions: Transactions,
    private readonly reads: LongReadStore,
  ) {}

  // row 7
  async details(id: string): Promise<UserDetails> {
    const [user] = await this.detailsOfAll([id]);
    if (!user) throw userNotFound();
    return user;
  }

  async detailsOfAll(ids: string[]): Promise<UserDetails[]> {
    const wellFormed = ids.filter(isUserId);
    return wellFormed.length === 0 ? [] : this.users.findDetails(wellFormed);
  }

  async maySignIn(id: string): Promise<boolean> {
    return isUserId(id) && this.users.maySignIn(id);
  }

  /** Undefined for a user who may not sign in. */
  async signInEpoch(id: string): Promise<number | undefined> {
    return isUserId(id) ? this.users.findEpoch(id) : undefined;
  }

  /**
   * Row 12 relies on the record, which is committed before a token is issued. A sign-in with a password needs none,
   * because its user has credentials already.
   */
  recordSignIn(id: string): Promise<void> {
    return this.users.recordSignIn(id);
  }

  async known(ids: string[]): Promise<string[]> {
    const wellFormed = ids.filter(isUserId);
    return wellFormed.length === 0 ? [] : this.users.findOpen(wellFormed);
  }

  async countOpen(): Promise<{ users: number }> {
    return { users: await this.reads.run(() => this.users.countOpen()) };
  }

  async closedAfter(after: string, limit: number): Promise<{ user_ids: string[] }> {
    return { user_ids: await this.reads.run(() => this.users.findClosed(after, limit)) };
  }

  /** Locks the user until the transaction ends, open or closed; does nothing when it does not exist. */
  lock(id: string): Promise<void> {
    return this.users.lock(id);
  }

  /** Locks an open user until the transaction ends, so that it is not closed meanwhile. */
  async lockOpen(id: string): Promise<void> {
    if (!isUserId(id) || !(await this.users.lockOpen(id))) throw userNotFound();
  }

  /** Row 12: locks a user to which the client may join credentials; answers whether there is one. */
  async lockJoinable(id: string, clientId: string): Promise<boolean> {
    return isUserId(id) && this.users.lockJoinable(id, clientId);
  }

  /** Row 12: adds a user who is not active before the end of the registration. */
  addRegistering(id: string): Promise<void> {
    return this.users.addRegistering(id);
  }

  async markRegistered(id: string): Promise<void> {
    await this.transactions.of(UserEntity).update(id, { completed_registration: true });
  }

  async markUnregistered(id: string): Promise<void> {
    await this.transactions.of(UserEntity).update(id, { completed_registration: false });
  }

  async markActive(id: string): Promise<void> {
    await this.transactions.of(UserEntity).update(id, { active: true });
  }

  async reopen(id: string): Promise<void> {
    await this.transactions.of(UserEntity).update(id, { closed_at: null, erase_after: null });
  }

  async hasSignedIn(id: string): Promise<boolean> {
    return this.transactions.of(UserEntity).existsBy({ id, first_sign_in_at: Not(IsNull()) });
  }
}
