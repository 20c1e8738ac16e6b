import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Each end of a user's sign-ins begins a new epoch. A request remembers the epoch in which it read the password, the
 * session or the sign-in on which it relies, and keeps nothing new in a later one. So a sign-in that was under way at
 * such an end is not kept. Of operators the version counts, which also a new role raises.
 */
@Injectable()
export class SignInEpochs {
  private readonly request = new AsyncLocalStorage<Map<string, number>>();

  during<T>(work: () => T): T {
    return this.request.run(new Map(), work);
  }

  /** The first epoch that is read counts. */
  note(userId: string, epoch: number): void {
    const known = this.request.getStore();
    if (known && !known.has(userId)) known.set(userId, epoch);
  }

  /** Null when the request has read nothing about the user. */
  of(userId: string | undefined): number | null {
    return (userId === undefined ? undefined : this.request.getStore()?.get(userId)) ?? null;
  }
}
