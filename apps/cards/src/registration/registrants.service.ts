import { resolveNonce } from '@ces/contracts/identity/registration';
import { knownUsers } from '@ces/contracts/identity/users';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';

/** A request with a user token names its user; a request with a client token names the nonce of a registration. */
interface Asker {
  user_id?: string;
  auth_nonce?: string;
  client_id: string;
}

@Injectable()
export class RegistrantsService {
  constructor(private readonly bus: Bus) {}

  /** Identity resolves a nonce anew each time, because it may expire at any moment. */
  async userOf({ user_id, auth_nonce, client_id }: Asker): Promise<string> {
    if (user_id !== undefined) return user_id;
    if (auth_nonce === undefined) throw nonceMissing();
    const registrant = await withoutKey(() => this.bus.call(resolveNonce, { auth_nonce, client_id }));
    return registrant.user_id;
  }

  /** Refuses an id that belongs to no open account. Only identity knows every user. */
  async demandOpen(userId: string): Promise<void> {
    const known = await withoutKey(() => this.bus.call(knownUsers, { user_ids: [userId] }));
    if (known.length === 0) throw new Problem('user-not-found', 'There is no such user.');
  }
}

function nonceMissing(): Problem {
  return new Problem('validation-failed', '#/auth_nonce: is needed with a client token', {
    errors: [{ pointer: '#/auth_nonce', code: 'required', detail: 'is needed with a client token' }],
  });
}
