import type { SecretSealer } from '@ces/service/sealing/sealer';
import { randomBytes } from 'node:crypto';
import type { WebhookEntity } from './webhook.entity.js';

/** The secrets of a webhook in the order in which they were made, open. */
export interface OwnSecrets {
  /** Null: the previous release registered the webhook, and only the client's secrets sign. */
  current: string | null;
  /** The secret before the last rotation, and the moment from which it signs no more. */
  previous: { secret: string; until: number } | null;
  /** Until this moment the client's secrets sign too; null for webhooks that had a secret from the start. */
  clientUntil: number | null;
}

export type SecretColumns = Pick<
  WebhookEntity,
  'id' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'client_secret_until'
>;

const prefix = 'whsec_';
/** Longer than the hash, and base64 writes it without padding. */
const secretBytes = 36;

export function newSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

/** The bytes that sign, as every library of Standard Webhooks reads them. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64');
}

export function sealSecret(sealer: SecretSealer, id: string, secret: string): string {
  return sealer.seal(secret, ownerOf(id));
}

export function openSecret(sealer: SecretSealer, id: string, sealed: string): string {
  return sealer.open(sealed, ownerOf(id));
}

export function openSecrets(sealer: SecretSealer, row: SecretColumns): OwnSecrets {
  const { id, secret, previous_secret: previous, previous_secret_until: until, client_secret_until: clientUntil } = row;
  return {
    current: secret === null ? null : openSecret(sealer, id, secret),
    previous: previous === null || until === null ? null : { secret: openSecret(sealer, id, previous), until: +until },
    clientUntil: clientUntil === null ? null : +clientUntil,
  };
}

/** `reseal` writes the same owner in SQL. */
function ownerOf(id: string): string {
  return `webhook secret ${id}`;
}
