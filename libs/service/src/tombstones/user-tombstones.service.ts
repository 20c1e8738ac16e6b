import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { Tombstones } from './tombstones.service.js';

/** Tombstones for a service whose writers change one user at a time. */
@Injectable()
export class UserTombstones extends Tombstones {
  /**
   * Lets the open transaction write about this user, unless the user was erased. Call it before any row is locked: then
   * changes of one user come one after the other, and no two transactions wait for each other.
   */
  async lockUser(userId: string): Promise<void> {
    await this.store.lockUser(userId);
    if (await this.store.isErased(userId)) throw new Problem('user-not-found', 'There is no such user.');
  }

  override async bury(userId: string): Promise<void> {
    await this.store.lockUser(userId);
    await super.bury(userId);
  }
}
