import { Outcome, outcomesOfEvents } from '@ces/contracts/campaigns/campaign-outcomes';
import { LoggedEvent } from '@ces/contracts/events/events';
import { type Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { ApiProperty } from '@nestjs/swagger';

export class LoggedEventWithOutcomes extends LoggedEvent {
  @ApiProperty({
    type: [Outcome],
    nullable: true,
    description:
      'The outcome of each running campaign; null if the event is not judged yet or the campaigns service is away',
  })
  campaigns: Outcome[] | null;
}

/** Adds each event's outcomes. While campaigns is away the log stays readable, and the outcomes are null. */
export async function withOutcomes(
  bus: Bus,
  user_id: string,
  { items, next }: Paged<LoggedEvent>,
): Promise<Paged<LoggedEventWithOutcomes>> {
  const outcomes: (Outcome[] | null)[] = [];
  while (outcomes.length < items.length) {
    const event_ids = items.slice(outcomes.length).map(({ id }) => id);
    const some = await bus.call(outcomesOfEvents, { user_id, event_ids }).catch(unknown);
    if (some.length === 0) break;
    outcomes.push(...some);
  }
  return { items: items.map((item, index) => ({ ...item, campaigns: outcomes[index] ?? null })), next };
}

function unknown(error: unknown): null[] {
  if (error instanceof Problem && error.code === 'service-unavailable') return [];
  throw error;
}
