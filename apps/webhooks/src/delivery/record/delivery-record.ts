import type { QueueState } from './queue-state.js';

export interface NewAttempt {
  id: string;
  webhook_id: string;
  started_at: string;
  batch_id: string;
  attempt: number;
  outcome: string;
  url: string;
  headers: Record<string, string>;
  links: string[] | null;
  events: number;
  bytes: number;
  after: number;
  upto: number;
  names: readonly string[];
  status: number | null;
  answer: string | null;
  error: string | null;
  duration_ms: number;
}

/** The lease and the version of a webhook, as they were when it was claimed. Every write compares them. */
export interface ClaimedVersion {
  webhook_id: string;
  epoch: number;
  version: number;
  /** The number of versions that erasures made. */
  erasures: number;
}

/** The place of a record in a webhook with lanes. */
export interface LanePlace {
  lane: number;
  /** The position of the lanes without one of their own. */
  scanned: number;
  /** Events up to this position are delivered or set aside, in all lanes. */
  low: number;
  lastMs: number | null;
}

/** The state in which a sender gives a webhook with lanes back. */
export interface LeftLanes extends ClaimedVersion {
  scanned: number;
  low: number;
  /** The cursors of lanes without a batch and without a pause. */
  idle: { lane: number; cursor: number }[];
  /** Nothing is sent before this moment. */
  dueAt?: Date;
}

export interface DeliveryRecord extends ClaimedVersion {
  state: QueueState;
  /** The batch that was accepted. It is written even if the webhook was changed meanwhile, while it is still frozen. */
  accepted?: { batchId: string; state: QueueState };
  /** The number of failures of the receiver in a row. It is written even if events were erased meanwhile. */
  failures?: number;
  /** Nothing is sent before this moment. */
  dueAt?: Date;
  /** With lanes it is kept until all of them have ended. */
  lease: 'keep' | 'release';
  laned?: LanePlace;
  attempt?: NewAttempt;
  aside?: { position: number; event_id: string; status: number; batch_id: string };
}

/**
 * How a record was written. `current`: all of it. `outdated`: the webhook was changed, so only an accepted batch was written,
 * and the lease was released. `erased`: the same, but only events were erased, so failures of the receiver were written too.
 */
export type Recorded = 'current' | 'outdated' | 'erased';
