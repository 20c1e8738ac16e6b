import { IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { IsMoment } from '../moment.js';
import { rpc } from '../rpc.js';

export class PastEventsPage {
  @IsString()
  event_name: string;

  @IsMoment()
  since: string;

  @IsMoment()
  until: string;

  /** The `next` of the page before. */
  @MayBeAbsent()
  @IsString()
  @Matches(/^\d{1,18}$/)
  after?: string;

  @IsInt()
  @Min(1)
  @Max(1_000)
  limit: number;
}

/** `data` is the JSON text as it was sent. */
export interface PastEvent {
  id: string;
  user_id: string;
  received_at: string;
  data: string;
}

export interface PastEvents {
  events: PastEvent[];
  /** Where the next page begins; null behind the last one. */
  next: string | null;
  /** The log is read up to this moment. */
  at: string;
}

/** Events of a name in the order of their acceptance. A page reads a bounded part of the log, so it may be empty. */
export const pastEvents = rpc('events.past', PastEventsPage).returns<PastEvents>();
