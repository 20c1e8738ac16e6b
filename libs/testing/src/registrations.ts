import { Problem } from '@ces/contracts/problems';
import { resolveNonce } from '@ces/contracts/registration';
import { Nats } from '@ces/messaging/nats';
import { randomBytes } from 'node:crypto';
import { answerCall } from './answer-call.js';
import type { Platform } from './platform.js';

export interface Registration {
  user_id: string;
  auth_nonce: string;
}

/** Registrations under way, without what identity demands of them: only their nonces are known. */
export class Registrations {
  private readonly users = new Map<string, string>();

  static async on(platform: Platform): Promise<Registrations> {
    const registrations = new Registrations();
    await answerCall(platform.services.cards.get(Nats), resolveNonce, ({ auth_nonce }) => {
      const user_id = registrations.users.get(auth_nonce);
      if (user_id === undefined) throw new Problem('nonce-invalid', 'The nonce is not known.');
      return { user_id };
    });
    return registrations;
  }

  begin(): Registration {
    const registration = {
      user_id: randomBytes(13).toString('hex').slice(1),
      auth_nonce: randomBytes(32).toString('base64url'),
    };
    this.users.set(registration.auth_nonce, registration.user_id);
    return registration;
  }
}
