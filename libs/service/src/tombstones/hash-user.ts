import { createHash } from 'node:crypto';

/** Names a user in tables in which no trace of the user may stay. */
export function hashUser(userId: string): Buffer {
  return createHash('sha256').update(userId).digest();
}
