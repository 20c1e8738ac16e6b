import { Problem } from '@ces/contracts/problems';
import { resolveNonce } from '@ces/contracts/identity/registration';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';

interface Asker {
  user_id?: string;
  auth_nonce?: string;
  client_id: string;
}

/** Whose registration it is: identity knows, and is asked each time, because a nonce may die at any moment. */
@Injectable()
export class Registrant {
  constructor(private readonly bus: Bus) {}

  /** A user token says by itself who the user is; with a client token the nonce of a registration does. */
  async userOf({ user_id, auth_nonce, client_id }: Asker): Promise<string> {
    if (user_id !== undefined) return user_id;
    if (auth_nonce !== undefined) return this.of(auth_nonce, client_id);
    throw new Problem('validation-failed', '#/auth_nonce: is needed with a client token', {
      errors: [{ pointer: '#/auth_nonce', code: 'required', detail: 'is needed with a client token' }],
    });
  }

  private async of(auth_nonce: string, client_id: string): Promise<string> {
    const { user_id } = await withoutKey(() => this.bus.call(resolveNonce, { auth_nonce, client_id }));
    return user_id;
  }
}
