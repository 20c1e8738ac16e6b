import type { EntityManager } from 'typeorm';

/** A fact that is committed and waits to be published. */
export interface WaitingFact {
  /** The source's own mark of order; opaque to the relay. */
  position: string;
  /** Becomes the message's id: by it consumers know what they have done already. */
  messageId: string;
  subject: string;
  payload: string;
  requestId: string | null;
  traceparent: string | null;
}

/**
 * Where the relay finds facts: the outbox table, or a log that is its own outbox. All is done over the session that
 * holds the lease: when that is lost, so is the right to write. It commits asynchronously, for what it writes down may
 * be forgotten: the facts are published again, and consumers know them.
 */
export interface FactSource {
  /** The service, or part of one, in whose stream the facts go: the first word of their subjects. */
  readonly stream: string;
  /** The next facts, in commit order: whatever is missing among them can never appear any more. */
  waiting(session: EntityManager, limit: number): Promise<WaitingFact[]>;
  published(session: EntityManager, facts: WaitingFact[]): Promise<void>;
  /** NATS has lost facts: all that is kept is waiting again. */
  rewind(session: EntityManager): Promise<void>;
}
