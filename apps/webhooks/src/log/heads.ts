import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';

/** The only event so far that is for one client: nobody else is to be looked for because of it. */
const ofOneClient = 'webhook-disabled' satisfies WebhookEventName;

export function headFor(clientId: string): string {
  return `${ofOneClient}:${clientId}`;
}

/** The heads behind which a webhook `w` has something to deliver, in SQL. */
export const headsOfWebhook = `CASE WHEN '${ofOneClient}' = ANY (w.events)
  THEN w.events || ('${ofOneClient}:' || w.client_id) ELSE w.events END`;
