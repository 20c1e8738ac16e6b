import type { Purpose } from '../nonces/purpose.js';

export type NonceMailKind = 'activation' | 'deletion' | 'closed' | 'password-reset';
export type MailKind = NonceMailKind | 'password-changed' | 'webhook-disabled';

/** The purpose of the nonce in a mail. */
export const purposes: Record<NonceMailKind, Purpose> = {
  activation: 'activation',
  deletion: 'delete_request',
  closed: 'delete_request',
  'password-reset': 'password_reset',
};
