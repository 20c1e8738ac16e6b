import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Each end of a user's sign-ins begins a new epoch. A request remembers the epoch in which it read the password, the session or
 * the sign-in on which it relies, and keeps nothing new in a later one. So nothing outlives its end that was under way then.
 */
@Injectable()
export class SignInEpochs {
  private readonly request = new AsyncLocalStorage<Map<string, number>>();

  /** Runs a request. */
  during<T>(work: () => T): T {
    return this.request.run(new Map(), work);
  }

  /** The first epoch that is read counts. */
  note(userId: string, epoch: number): void {
    const known = this.request.getStore();
    if (known && !known.has(userId)) known.set(userId, epoch);
  }

  /** Null for a user of whom the request has read nothing. */
  of(userId: string | undefined): number | null {
    return (userId === undefined ? undefined : this.request.getStore()?.get(userId)) ?? null;
  }
}
