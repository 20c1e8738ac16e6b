import { knownUsers } from '@ces/contracts/identity/users';
import { Problem } from '@ces/contracts/problems';
import { isUserId } from '@ces/contracts/user-id';
import { Bus } from '@ces/messaging/calls/bus';
import { Injectable } from '@nestjs/common';
import { AskedTogether } from '../../http/gathering/asked-together.js';

const batchSize = 500;

/** Asks identity whether users exist and are not closed. Questions that come together go to identity as one call. */
@Injectable()
export class AskedUsers {
  private readonly together = new AskedTogether(batchSize, (ids) => this.ask(ids));

  constructor(private readonly bus: Bus) {}

  async exists(id: string): Promise<boolean> {
    return (await this.together.about(id)).has(id);
  }

  private async ask(user_ids: string[]): Promise<Set<string>> {
    return new Set(await this.bus.call(knownUsers, { user_ids }, { timeout: 1_000 }));
  }
}

/** No service needs to be asked about an id that no user can have. */
export function demandUserId(id: string): void {
  if (!isUserId(id)) throw userNotFound();
}

export function userNotFound(): Problem {
  return new Problem('user-not-found', 'There is no such user, or the account is closed.');
}
