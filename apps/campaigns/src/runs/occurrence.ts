import type { CallContext } from '@ces/messaging/calls/call-context';

/** Something that happened to a user and may set campaigns off: an event, or a fact of the service itself. */
export interface Occurrence {
  /** Of the event, or of the fact. */
  id: string;
  userId: string;
  /** The moment of acceptance, by which versions, schedules and caps go. */
  at: number;
  /** As of `triggerName`. */
  trigger: string;
  data: unknown;
  call?: CallContext;
}
