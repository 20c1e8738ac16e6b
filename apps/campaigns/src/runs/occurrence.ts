import type { CallContext } from '@ces/messaging/calls/call-context';

/** Something that happened to a user and may set campaigns off: a client's event, or a fact of a service. */
export interface Occurrence {
  id: string;
  userId: string;
  /** The moment of acceptance. Versions, schedules and caps go by it. */
  at: number;
  /** The name of the trigger, in the form that `triggerName` makes. */
  trigger: string;
  data: unknown;
  call?: CallContext;
}
