import { Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { Every } from '../chores/every.js';
import { ClosedUserStore, type Closing } from './closed-user.store.js';
import { TombstoneStore } from './tombstone.store.js';

/**
 * Tombstones for a service that writes about sets of users, and that acts on no fact about a closed account. Unlike an
 * erased account, a closed one may be restored.
 */
@Injectable()
export class ClosedUsers {
  constructor(
    private readonly transactions: Transactions,
    private readonly tombstones: TombstoneStore,
    private readonly store: ClosedUserStore,
  ) {}

  /** Returns the erased or closed users. The others stay open until the open transaction ends. */
  async goneAmong(userIds: string[]): Promise<Set<string>> {
    await this.hold(userIds);
    // The lookup is a statement of its own: the statement that waited would not see what was committed meanwhile.
    return this.goneAmongHeld(userIds);
  }

  /** Keeps these users from being closed or erased until the open transaction ends. */
  async hold(userIds: string[]): Promise<void> {
    if (userIds.length > 0) await this.store.shareLocks(userIds);
  }

  /** Returns the erased or closed ones of users whom the open transaction holds. */
  async goneAmongHeld(userIds: string[]): Promise<Set<string>> {
    return userIds.length === 0 ? new Set() : this.store.findGone(userIds);
  }

  /** Makes the open transaction fail at its end if one of the users whom it holds is erased or closed. */
  demandOpen(userIds: string[]): void {
    if (userIds.length > 0) this.store.demandNoneGone(userIds);
  }

  /** Reads outside of the open transaction and locks nothing. */
  async knownGone(userIds: string[]): Promise<Set<string>> {
    return userIds.length === 0 ? new Set() : this.transactions.outside(() => this.store.findGone(userIds));
  }

  /** The open transaction may write about the user afterwards. */
  async demandUser(userId: string): Promise<void> {
    const gone = await this.goneAmong([userId]);
    if (gone.size > 0) throw new Problem('user-not-found', 'There is no such user.');
  }

  /** Waits for writers of the user, and refuses later ones. */
  async bury(userId: string): Promise<void> {
    await this.store.lockAlone(userId);
    await this.tombstones.add(userId);
    await this.store.delete(userId);
  }

  async noteClosing(userId: string, closing: Closing): Promise<void> {
    await this.store.lockAlone(userId);
    await this.store.record(userId, closing);
  }

  // A closed account is kept until it is restored or erased, because an old dead letter may be replayed at any time.
  @Every({
    name: 'purge-tombstones',
    does: 'Deletes dead letters of erased users, and tombstones and restored accounts that are older than seven days.',
    seconds: 3_600,
  })
  async purge(): Promise<void> {
    await this.tombstones.deleteLetters();
    await this.tombstones.deleteOld();
    await this.store.deleteRestored();
  }
}
