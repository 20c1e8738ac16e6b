import { Injectable } from '@nestjs/common';
import { Every } from '../chores/every.js';
import { TombstoneStore } from './tombstone.store.js';

/**
 * Remembers erased users for a week, so that no request or fact under way writes about them again. This class takes no
 * lock: it is for a service that orders writers and erasures in another way. `UserTombstones` locks one user at a time,
 * `ClosedUsers` sets of users.
 */
@Injectable()
export class Tombstones {
  constructor(protected readonly store: TombstoneStore) {}

  async bury(userId: string): Promise<void> {
    await this.store.add(userId);
  }

  // Tokens live for minutes, nonces and facts for a day: after a week nothing about the user can be under way.
  @Every({
    name: 'purge-tombstones',
    does: 'Deletes the tombstones of users who were erased more than seven days ago.',
    seconds: 3_600,
  })
  purge(): Promise<void> {
    return this.store.deleteOld();
  }
}
