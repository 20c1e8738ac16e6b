import type { Submission } from '@ces/contracts/events/events';
import { bodyOfPlace, digest } from '@ces/contracts/events/keyed-batches';

/**
 * The idempotency key of a submission: unique within client, user and event (the path), or within the client's batches.
 * 128 bits of SHA-256, because the client's key may be long. Null without a key.
 */
export function submissionKey({ key, key_scope, client_id, user_id, event_name }: Submission): string | null {
  if (key === undefined) return null;
  return key_scope === 'batch'
    ? keyInBatches(client_id, key)
    : digest(JSON.stringify([client_id, user_id, event_name, key]));
}

export function keyInBatches(client_id: string, key: string): string {
  return digest(JSON.stringify([client_id, key]));
}

/** A digest that a repeated submission must have in common with the first one of its key. */
export function submissionBody(submission: Submission): string {
  return submission.key_scope === 'batch' ? bodyOfPlace(submission) : digest(submission.data);
}
