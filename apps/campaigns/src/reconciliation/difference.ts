import type { Reading, Span } from '@ces/contracts/facts/reconciliation';

export interface Pair {
  subject: string;
  publisher: string;
  reader: string;
}

/** An hour of a pair whose sums differ. Facts that are on their way explain most of these. */
export interface Suspect {
  pair: Pair;
  hour: Span;
  /** How far the reader had read when all facts of the hour were published. */
  readAtFirst?: Reading[];
  /** A look has failed, and the log says so. */
  failureTold?: true;
}

type DifferenceKind =
  /** The publisher has the fact, and the reader has not handled it. It can be repeated. */
  | 'unhandled'
  /** The reader has handled the fact, and the publisher does not have it. */
  | 'unpublished'
  /** The ledger or the slips do not agree with what campaigns have granted for an event. */
  | 'ungranted';

export interface Difference extends Pair {
  kind: DifferenceKind;
  hour: Span;
  /** The first ids, at most `namedAtMost`. */
  ids: string[];
  count: number;
  /** How many of the named events have left slips or entries in the ledger. */
  granted?: number;
}

export const namedAtMost = 1_000;
