import type { WebhookAttempt } from '@ces/contracts/webhooks/webhook-attempts';
import type { Webhook } from '@ces/contracts/webhooks/webhooks';
import type { ProbeApi } from './probe-api.js';

const webhooks = '/api/1/terminal/webhooks';

/**
 * Lets the webhooks service send a signed delivery without events to the receiver. The webhook subscribes to an event that
 * its client never causes: a subscription to rewards would bring the probe those of all users.
 */
export async function pingReceiver(api: ProbeApi, receiver: string, signal: AbortSignal): Promise<void> {
  const known = (await api.get<Webhook[]>(webhooks, signal)).find(({ url }) => url === receiver);
  const registration = { url: receiver, events: ['webhook-disabled'] };
  const { id } = known ?? (await api.post<Webhook>(webhooks, signal, registration));
  const { outcome, answer } = await api.post<WebhookAttempt>(`${webhooks}/${id}:ping`, signal);
  if (outcome !== 'delivered') throw new Error(`the ping to the receiver ${outcome}: ${answer?.status ?? 'no answer'}`);
}
