import { Outcome, outcomesOfEvents } from '@ces/contracts/campaigns/campaign-outcomes';
import { LoggedEvent, type StoredEvent } from '@ces/contracts/events/events';
import { type Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { ApiProperty } from '@ces/contracts/shape/described';

export class LoggedEventWithOutcomes extends LoggedEvent {
  @ApiProperty({
    type: [Outcome],
    nullable: true,
    description:
      'The outcome of each running campaign; null if the event is not judged yet, the campaigns service is away, or outcomes of its time are no longer kept',
  })
  campaigns: Outcome[] | null;
}

/**
 * Adds each event's outcomes. While the campaigns service is away, the log stays readable and the outcomes are null. No
 * campaign has judged an unused event.
 */
export async function withOutcomes(
  bus: Bus,
  user_id: string,
  { items, next }: Paged<StoredEvent>,
): Promise<Paged<LoggedEventWithOutcomes>> {
  const judged = items.filter(({ unused }) => unused !== true).map(({ id }) => id);
  const outcomes: (Outcome[] | null)[] = [];
  while (outcomes.length < judged.length) {
    const some = await bus.call(outcomesOfEvents, { user_id, event_ids: judged.slice(outcomes.length) }).catch(unknown);
    if (some.length === 0) break;
    outcomes.push(...some);
  }
  const byId = new Map(judged.map((id, index) => [id, outcomes[index] ?? null]));
  return {
    items: items.map(({ unused, ...event }) => ({ ...event, campaigns: unused ? [] : (byId.get(event.id) ?? null) })),
    next,
  };
}

function unknown(error: unknown): null[] {
  if (error instanceof Problem && error.code === 'service-unavailable') return [];
  throw error;
}
