import type { MailKind } from '@ces/contracts/identity/mails/mail-texts';
import type { Purpose } from '../nonces/purpose.js';

export type NonceMailKind = Exclude<MailKind, 'password-changed' | 'webhook-disabled'>;

export const purposes: Record<NonceMailKind, Purpose> = {
  activation: 'activation',
  deletion: 'delete_request',
  closed: 'delete_request',
  'password-reset': 'password_reset',
};

/** The nonce of such a mail voids the older ones. Each link to delete an account works until it is used or expires. */
export const voidsOlder: ReadonlySet<MailKind> = new Set<NonceMailKind>(['activation', 'password-reset']);

export const nonceMailKinds = Object.keys(purposes) as NonceMailKind[];

/** Where the links of mails lead, unless the client has pages of its own. */
export const ownPages: Record<NonceMailKind, string> = {
  activation: '/activate',
  deletion: '/delete-account',
  closed: '/delete-account',
  'password-reset': '/reset-password',
};
