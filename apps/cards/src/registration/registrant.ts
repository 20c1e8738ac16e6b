import { resolveNonce } from '@ces/contracts/registration';
import { Bus } from '@ces/messaging/bus';
import { withoutKey } from '@ces/messaging/call-context';
import { Injectable } from '@nestjs/common';

/** Whose registration it is: identity knows, and is asked each time, because a nonce may die at any moment. */
@Injectable()
export class Registrant {
  constructor(private readonly bus: Bus) {}

  async of(auth_nonce: string, client_id: string): Promise<string> {
    const { user_id } = await withoutKey(() => this.bus.call(resolveNonce, { auth_nonce, client_id }));
    return user_id;
  }
}
