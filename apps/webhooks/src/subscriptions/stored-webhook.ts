import { Problem } from '@ces/contracts/problems';
import type { Webhook } from '@ces/contracts/webhooks/webhooks';
import type { SecretSealer } from '@ces/service/sealing/sealer';
import type { WebhookEntity } from './webhook.entity.js';

export type StoredWebhook = Readonly<WebhookEntity>;

export function webhookNotFound(): Problem {
  return new Problem('webhook-not-found', 'You have no webhook of this id.');
}

/** The host without its port; all spellings of one host give the same text. */
export function hostOf(url: string): string {
  return new URL(url).hostname;
}

export function sealHeaders(sealer: SecretSealer, id: string, headers: Record<string, string>): string {
  return sealer.seal(JSON.stringify(headers), `webhook ${id}`);
}

export function openHeaders(
  sealer: SecretSealer,
  { id, headers }: Pick<StoredWebhook, 'id' | 'headers'>,
): Record<string, string> {
  return JSON.parse(sealer.open(headers, `webhook ${id}`)) as Record<string, string>;
}

export function toWebhook(stored: StoredWebhook, sealer: SecretSealer): Webhook {
  return { id: stored.id, events: stored.events, url: stored.url, headers: openHeaders(sealer, stored) };
}
