import type { Verdict } from './classify-result.js';

const largestBatch = 100;

/** A batch that has been, or is about to be, sent. Until it is settled nothing of it changes but the number of attempts. */
export interface FrozenBatch {
  id: string;
  to: number;
  count: number;
  /** Of the body's bytes: whoever makes them anew knows whether they are the same. */
  hash: string;
  /** The subscription by which it was made. */
  names: readonly string[];
}

/** Where a webhook stands. Only who holds the lease changes it. */
export interface QueueState {
  /** Everything up to here is settled. */
  cursor: number;
  batch: FrozenBatch | null;
  attempt: number;
  refusals: number;
  /** Refusals that every suspect batch begins with: those of the whole. */
  inherited: number;
  limit: number;
  /** Up to here events are suspect: a batch with them was refused for good. */
  suspectTo: number | null;
  asideInRow: number;
  /** How long its receiver took last; null before the first time. */
  lastMs: number | null;
}

/** What the verdict makes of the state. Pure. */
export function after(verdict: Verdict, state: QueueState): QueueState {
  const { batch } = state;
  if (!batch) return state;
  switch (verdict.kind) {
    case 'retry':
      return { ...state, attempt: state.attempt + 1, refusals: state.refusals + (verdict.refused ? 1 : 0) };
    case 'disable':
      return { ...state, attempt: state.attempt + 1 };
    case 'halve':
      return {
        ...state,
        batch: null,
        attempt: 0,
        ...suspectsOf(batch, state, verdict.refused),
        limit: Math.floor(batch.count / 2),
      };
    case 'delivered':
      return goOn({ ...state, cursor: batch.to, asideInRow: 0 });
    case 'set-aside':
      return goOn({ ...state, cursor: batch.to, asideInRow: state.asideInRow + 1 });
  }
}

/** The halves of a batch that was refused for good have been refused as often; those of one that was too large have not. */
function suspectsOf(batch: FrozenBatch, { inherited, suspectTo }: QueueState, refused: boolean) {
  if (refused && inherited === 0) return { refusals: 1, inherited: 1, suspectTo: batch.to };
  return { refusals: inherited, inherited, suspectTo: suspectTo ?? batch.to };
}

function goOn(state: QueueState): QueueState {
  const next = { ...state, batch: null, attempt: 0 };
  if (next.suspectTo === null || next.cursor >= next.suspectTo) return unsuspicious(next);
  return { ...next, refusals: next.inherited, limit: Math.min(largestBatch, next.limit * 2) };
}

export function unsuspicious(state: QueueState): QueueState {
  return { ...state, refusals: 0, inherited: 0, limit: largestBatch, suspectTo: null };
}
