import type { Write } from '../storage/late-writes.js';

/** A fact, or several of one subject, which are published and marked together. */
export interface WaitingFact {
  /** The source's own order. The relay does not read it. */
  position: string;
  /** Where the source's mark stood when the fact was taken, in a source whose mark is a position. */
  base?: string;
  /** Consumers recognise by it a fact that they have handled. */
  messageId: string;
  /** Undefined for a fact that no service needs: the relay passes over it in its turn. */
  subject: string | undefined;
  /** Several facts stand in it as they travel (`fact-message.ts`). Then `messageId` is that of the row, and the fields below are null. */
  payload: string;
  /** The number of facts, if there are several. */
  count?: number;
  requestId: string | null;
  traceparent: string | null;
}

export type PublicFact = WaitingFact & { subject: string };

export function isPublic(fact: WaitingFact): fact is PublicFact {
  return fact.subject !== undefined;
}

/** The id as well as the position: after a failover that has lost transactions, another fact may have the position. */
export type Unmarked = Pick<WaitingFact, 'position' | 'messageId' | 'base'>;

export interface WaitingFacts {
  facts: WaitingFact[];
  /** True if more facts wait behind these, and no wake will tell of them. */
  more: boolean;
  /** Where the source's mark stands, in a source whose mark is a position. */
  base?: string;
}

/**
 * The facts that the relay publishes: the outbox table, or a log that is its own outbox. The elected relay calls
 * `rewind` in a transaction that is rolled back if another replica was elected.
 */
export interface FactSource {
  /** The service, or the part of one, that owns the stream: the first word of the facts' subjects. */
  readonly stream: string;
  /**
   * The next facts in commit order, behind those that are published and `unmarked`.
   * A fact missing between two of them never appears later. None while the relay has no turn (`relay-turn.ts`).
   */
  waiting(limit: number, unmarked: readonly Unmarked[]): Promise<WaitingFacts>;
  /** When the oldest waiting fact was written; undefined if none waits. Any replica may ask. */
  oldestWaiting(): Promise<Date | undefined>;
  /** The number of waiting facts, counted up to `atMost`. Any replica may ask. */
  countWaiting(atMost: number): Promise<number>;
  /** The write that marks these facts as published, if it is the relay's turn (`inTurn`). */
  published(facts: readonly Unmarked[]): Write;
  /** Makes all kept facts wait again, because NATS has lost some. */
  rewind(): Promise<void>;
}
