import { knownUsers } from '@ces/contracts/identity/users';
import { Problem } from '@ces/contracts/problems';
import { isUserId } from '@ces/contracts/user-id';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';

const batchSize = 500;

/** Asks identity whether users exist and are not closed. Questions that come together go to identity as one call. */
@Injectable()
export class AskedUsers {
  private asking: { ids: Set<string>; answer: Promise<Set<string>> } | undefined;

  constructor(private readonly bus: Bus) {}

  async exists(id: string): Promise<boolean> {
    return (await this.ask(id)).has(id);
  }

  private ask(id: string): Promise<Set<string>> {
    if (!this.asking || this.asking.ids.size >= batchSize) {
      const ids = new Set<string>();
      this.asking = { ids, answer: this.send(ids) };
    }
    this.asking.ids.add(id);
    return this.asking.answer;
  }

  private async send(ids: Set<string>): Promise<Set<string>> {
    // Other questions of this turn of the event loop join the call.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.asking?.ids === ids) this.asking = undefined;
    return new Set(await outsideOfCalls(() => this.bus.call(knownUsers, { user_ids: [...ids] }, { timeout: 1_000 })));
  }
}

/** No service needs to be asked about an id that no user can have. */
export function demandUserId(id: string): void {
  if (!isUserId(id)) throw userNotFound();
}

export function userNotFound(): Problem {
  return new Problem('user-not-found', 'There is no such user, or the account is closed.');
}
