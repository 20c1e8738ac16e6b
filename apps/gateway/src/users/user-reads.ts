import { detailsOfUsers, userDetails, type UserDetails } from '@ces/contracts/identity/users';
import { Problem } from '@ces/contracts/problems';
import { isUserId } from '@ces/contracts/user-id';
import { Bus } from '@ces/messaging/calls/bus';
import type { CallContext } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import { AskedTogether } from '../http/gathering/asked-together.js';

const mostAtOnce = 200;

/** Row 7. Reads that come in one turn of the event loop go to identity as one call and one statement. */
@Injectable()
export class UserReads {
  private readonly together = new AskedTogether(mostAtOnce, (user_ids) => this.bus.call(detailsOfUsers, { user_ids }));

  constructor(private readonly bus: Bus) {}

  async details(user_id: string, call: CallContext): Promise<UserDetails> {
    // Identity records the read of an operator, and a trace has a span for it, so these are calls of their own.
    if (call.read !== undefined || call.traceparent !== undefined) return this.bus.call(userDetails, { user_id });
    const found = isUserId(user_id) ? await this.together.about(user_id) : [];
    const user = found.find(({ id }) => id === user_id);
    if (!user) throw new Problem('user-not-found', 'There is no user of this id.');
    return user;
  }
}
