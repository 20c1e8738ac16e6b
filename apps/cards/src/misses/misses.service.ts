import { Problem, type ProblemCode } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { hashUser } from '@ces/service/tombstones/hash-user';
import { Injectable } from '@nestjs/common';
import { MissStore } from './miss.store.js';

/** A number of another user is a miss, too: otherwise a client could try all numbers to find the free ones. */
const misses: readonly ProblemCode[] = ['card-unknown', 'card-taken', 'card-not-usable'];

/**
 * Row 18: limits how many wrong card numbers a user may send, with nonces and tokens together. Each attempt is counted in a
 * statement of its own before it begins, so fifty attempts at once are no better than fifty in turn. Only a miss begins a
 * pause. A right number keeps the earlier misses.
 */
@Injectable()
export class MissesService {
  constructor(
    private readonly store: MissStore,
    private readonly transactions: Transactions,
  ) {}

  async countAttempt<T>(userId: string, attempt: () => Promise<T>): Promise<T> {
    const user = hashUser(userId);
    await this.begin(user);
    try {
      return await this.transactions.run(async () => {
        const result = await attempt();
        await this.store.finishAttempt(user);
        return result;
      });
    } catch (error) {
      const isMiss = error instanceof Problem && misses.includes(error.code);
      await (isMiss ? this.store.recordMiss(user) : this.store.dropAttempt(user));
      throw error;
    }
  }

  async eraseUser(userId: string): Promise<void> {
    await this.store.eraseUser(hashUser(userId));
  }

  @Every({
    name: 'purge-card-misses',
    does: 'Deletes the misses of users who have sent no card number for a day.',
    seconds: 3_600,
  })
  async purge(): Promise<void> {
    await this.store.purge();
  }

  /** After the free misses, allows one attempt at a time, and none during a pause. */
  private async begin(user: Buffer): Promise<void> {
    if (await this.store.begin(user)) return;
    const pause = await this.store.findPause(user);
    if (pause !== undefined) throw tooMany('Too many wrong card numbers; wait before the next attempt.', pause);
    throw tooMany('Other attempts of this user are under way; try again when they are answered.', 1);
  }
}

function tooMany(detail: string, seconds: number): Problem {
  return new Problem('rate-limited', detail, { retry_after: Math.max(1, seconds) });
}
