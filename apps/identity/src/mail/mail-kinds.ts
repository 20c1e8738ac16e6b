import type { Purpose } from '../nonces/nonces.service.js';

export type NonceMailKind = 'activation' | 'deletion' | 'closed';
export type MailKind = NonceMailKind | 'webhook-disabled';

/** What the nonce in a mail is for. */
export const purposes: Record<NonceMailKind, Purpose> = {
  activation: 'activation',
  deletion: 'delete_request',
  closed: 'delete_request',
};
