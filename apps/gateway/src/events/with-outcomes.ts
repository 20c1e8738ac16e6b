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
    description: 'What the campaigns that ran came to; null: not judged yet, or not to be learned at the moment',
  })
  campaigns: Outcome[] | null;
}

/** The log is readable without campaigns: then it is not known what came of the events. */
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
