import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';

/** The only event that is for one client. Its head carries the client's id, so that no other client's webhooks are looked for. */
export const clientEventName = 'webhook-disabled' satisfies WebhookEventName;

export function headFor(clientId: string): string {
  return `${clientEventName}:${clientId}`;
}
