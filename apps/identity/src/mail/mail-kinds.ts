import type { Purpose } from '../nonces/purpose.js';

export type NonceMailKind = 'activation' | 'deletion' | 'closed';
export type MailKind = NonceMailKind | 'webhook-disabled';

/** The purpose of the nonce in a mail. */
export const purposes: Record<NonceMailKind, Purpose> = {
  activation: 'activation',
  deletion: 'delete_request',
  closed: 'delete_request',
};
