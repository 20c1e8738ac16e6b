import { Problem } from '@ces/contracts/problems';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { TombstoneStore } from './tombstone.store.js';

@Injectable()
export class TombstonesService {
  constructor(private readonly store: TombstoneStore) {}

  /**
   * Lets the open transaction write about this user, and refuses when the user was erased. Call it before any card is
   * locked: then changes of one user come one after the other, and no two transactions wait for each other.
   */
  async lockUser(userId: string): Promise<void> {
    await this.store.lockUser(userId);
    if (await this.store.isErased(userId)) throw new Problem('user-not-found', 'There is no such user.');
  }

  /** Refuses each later change of this user. */
  async addTombstone(userId: string): Promise<void> {
    await this.store.lockUser(userId);
    await this.store.add(userId);
  }

  // Tokens live for minutes and nonces for a day, so after a week no request about the user can be under way.
  @Every({
    name: 'delete-old-tombstones',
    does: 'Deletes the tombstones of users who were erased more than seven days ago.',
    seconds: 3_600,
  })
  async deleteOld(): Promise<void> {
    await this.store.deleteOld();
  }
}
