import type { DeliveryResult } from './classify-result.js';

const largestBatch = 100;

/** A batch that was sent, or that is sent next. Until its result is recorded only the number of attempts changes. */
export interface FrozenBatch {
  id: string;
  to: number;
  count: number;
  /** The hash of the body's bytes: a process that composes them again compares it. */
  hash: string;
  /** The subscription for which the batch was composed. */
  names: readonly string[];
}

/** The state of a webhook's queue. Only the holder of the lease changes it. */
export interface QueueState {
  /** Events up to this position are delivered or set aside. */
  cursor: number;
  batch: FrozenBatch | null;
  attempt: number;
  refusals: number;
  /** Refusals with which each suspect batch begins: those of the batch that was refused for good. */
  inherited: number;
  limit: number;
  /** Events up to this position are suspect: a batch that held them was refused for good. */
  suspectTo: number | null;
  asideInRow: number;
  /** The duration of the receiver's last answer; null before the first. */
  lastMs: number | null;
}

export function advance(state: QueueState, result: DeliveryResult): QueueState {
  const { batch } = state;
  if (!batch) return state;
  switch (result.kind) {
    case 'retry':
      return { ...state, attempt: state.attempt + 1, refusals: state.refusals + (result.refused ? 1 : 0) };
    case 'disable':
      return { ...state, attempt: state.attempt + 1 };
    case 'halve':
      return {
        ...state,
        batch: null,
        attempt: 0,
        ...suspectsOf(batch, state, result.refused),
        limit: Math.floor(batch.count / 2),
      };
    case 'delivered':
      return passBatch({ ...state, cursor: batch.to, asideInRow: 0 });
    case 'set-aside':
      return passBatch({ ...state, cursor: batch.to, asideInRow: state.asideInRow + 1 });
  }
}

/** Halves of a batch that was refused for good inherit its refusal; halves of a batch that was too large do not. */
function suspectsOf(batch: FrozenBatch, { inherited, suspectTo }: QueueState, refused: boolean) {
  if (refused && inherited === 0) return { refusals: 1, inherited: 1, suspectTo: batch.to };
  return { refusals: inherited, inherited, suspectTo: suspectTo ?? batch.to };
}

function passBatch(state: QueueState): QueueState {
  const next = { ...state, batch: null, attempt: 0 };
  if (next.suspectTo === null || next.cursor >= next.suspectTo) return withoutSuspects(next);
  return { ...next, refusals: next.inherited, limit: Math.min(largestBatch, next.limit * 2) };
}

export function withoutSuspects(state: QueueState): QueueState {
  return { ...state, refusals: 0, inherited: 0, limit: largestBatch, suspectTo: null };
}
