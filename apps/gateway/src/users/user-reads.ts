import { detailsOfUsers, userDetails, type UserDetails } from '@ces/contracts/identity/users';
import { Problem } from '@ces/contracts/problems';
import { isUserId } from '@ces/contracts/user-id';
import { Bus, isWithoutReceiver } from '@ces/messaging/calls/bus';
import type { CallContext } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import { AskedTogether } from '../http/gathering/asked-together.js';

const mostAtOnce = 200;

/** Row 7. Reads that come in one turn of the event loop go to identity as one call and one statement. */
@Injectable()
export class UserReads {
  private readonly together = new AskedTogether(mostAtOnce, (ids) => this.readTogether(ids));

  constructor(private readonly bus: Bus) {}

  async details(user_id: string, call: CallContext): Promise<UserDetails> {
    // Identity records the read of an operator, and a trace has a span for it, so these are calls of their own.
    if (call.read !== undefined || call.traceparent !== undefined) return this.bus.call(userDetails, { user_id });
    const found = isUserId(user_id) ? await this.together.about(user_id) : [];
    const user = found.find(({ id }) => id === user_id);
    if (!user) throw new Problem('user-not-found', 'There is no user of this id.');
    return user;
  }

  private async readTogether(user_ids: string[]): Promise<UserDetails[]> {
    try {
      return await this.bus.call(detailsOfUsers, { user_ids });
    } catch (error) {
      if (!isWithoutReceiver(error)) throw error;
      return this.readEach(user_ids);
    }
  }

  /** For an identity of the release before, which reads one user in a call. */
  private async readEach(user_ids: string[]): Promise<UserDetails[]> {
    const found = user_ids.map((user_id) =>
      this.bus.call(userDetails, { user_id }).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'user-not-found') return [];
        throw error;
      }),
    );
    return (await Promise.all(found)).flat();
  }
}
