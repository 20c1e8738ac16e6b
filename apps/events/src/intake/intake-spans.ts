import { eventAccepted, submitEvents, type Submission } from '@ces/contracts/events/events';
import { ofFacts, requestsOfCall } from '@ces/messaging/tracing/describe-spans';
import type { SetSpans } from '@ces/messaging/tracing/span';
import type { Candidate } from './intake.store.js';

export const acceptedSubmissions = requestsOfCall<Submission>('server', submitEvents.subject);

/** The log is its own outbox, so what judges an event continues the span in which it was written. */
export const loggedEvents: SetSpans<Candidate> = {
  kind: 'producer',
  attributes: ofFacts,
  nameOf: () => `send ${eventAccepted.subject}`,
  traceOf: ({ submission }) => submission.traceparent,
  withTrace: (candidate, traceparent) => ({ ...candidate, submission: { ...candidate.submission, traceparent } }),
};
