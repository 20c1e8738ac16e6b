import type { LifecycleTrigger } from '@ces/contracts/campaigns/campaign-trigger';
import type { EventAccepted } from '@ces/contracts/events/events';
import type { DeliveredFact } from '@ces/messaging/facts/on-fact';
import type { Occurrence } from '../runs/occurrence.js';
import { lifecycleName } from '../runs/plan.js';

export function occurrenceOfEvent({ payload, call }: DeliveredFact<EventAccepted>): Occurrence {
  let parsed: unknown;
  return {
    id: payload.id,
    userId: payload.user_id,
    at: Date.parse(payload.received_at),
    trigger: `event ${payload.event_name}`,
    // Parses the data on demand: most events trigger no campaign.
    get data(): unknown {
      return (parsed ??= JSON.parse(payload.data) as unknown);
    },
    call,
  };
}

/** The time of a fact is that of its id, however often and however late the fact is delivered. */
export function occurrenceOfFact(
  lifecycle: LifecycleTrigger,
  { messageId, payload, call }: DeliveredFact<{ user_id: string }>,
  data: object,
): Occurrence {
  const { user_id } = payload;
  return {
    id: messageId,
    userId: user_id,
    at: Number.parseInt(messageId.replace('-', '').slice(0, 12), 16),
    trigger: lifecycleName(lifecycle),
    data: { ...data, user_id },
    call,
  };
}
