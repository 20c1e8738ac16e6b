import type { Purpose } from '../nonces/purpose.js';

export type NonceMailKind = 'activation' | 'deletion' | 'closed' | 'password-reset';
export type MailKind = NonceMailKind | 'password-changed' | 'webhook-disabled';

export const purposes: Record<NonceMailKind, Purpose> = {
  activation: 'activation',
  deletion: 'delete_request',
  closed: 'delete_request',
  'password-reset': 'password_reset',
};
