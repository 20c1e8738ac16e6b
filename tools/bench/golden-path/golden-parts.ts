import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Note } from '../all/figure.ts';
import type { Counts, ReceiverQuestion } from '../webhooks/receive.ts';
import type { Worker } from '../worker.ts';
import type { GoldenWorld } from './golden-world.ts';

/** A stack with a campaign and a webhook, and the receiver of that webhook. */
export interface GoldenParts {
  stack: Stack;
  world: GoldenWorld;
  receiver: Worker<ReceiverQuestion, Counts>;
}

export interface Circumstances {
  note: Note;
  signal: AbortSignal;
}
