import { createHash } from 'node:crypto';

/** Names a user in tables that must keep no trace of the user. */
export function hashUser(userId: string): Buffer {
  return createHash('sha256').update(userId).digest();
}
