import type { Submission } from '@ces/contracts/events/events';
import { hash } from 'node:crypto';

/**
 * The idempotency key of a submission: unique within client, user and event (the path), or within the client's batches.
 * 128 bits of SHA-256, because the client's key may be long. Null without a key.
 */
export function submissionKey({ key, key_scope, client_id, user_id, event_name }: Submission): string | null {
  if (key === undefined) return null;
  return digest(JSON.stringify(key_scope === 'batch' ? [client_id, key] : [client_id, user_id, event_name, key]));
}

/** A digest that a repeated submission must have in common with the first one of its key. */
export function submissionBody({ data, key_scope, user_id, event_name }: Submission): string {
  return digest(key_scope === 'batch' ? JSON.stringify([user_id, event_name, data]) : data);
}

function digest(text: string): string {
  const hex = hash('sha256', text, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
