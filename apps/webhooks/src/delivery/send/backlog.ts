import { isFor, type LogEvent, type Reader } from '../../log/log-event.js';
import type { LogService } from '../../log/log.service.js';
import type { FoundEvents, LogTail } from '../../log/log-tail.js';
import { withoutSuspects, type FrozenBatch, type QueueState } from '../record/queue-state.js';
import { composeBatch, recomposeBatch, type Batch } from './compose-batch.js';

/** Chooses the next batch of one queue, by the webhook's subscription at the time of the claim. */
export class Backlog {
  constructor(
    public state: QueueState,
    private readonly reader: Reader,
    private readonly log: LogService,
    private readonly tail: LogTail,
  ) {}

  /** The frozen batch again, or a new one. */
  async next(): Promise<Batch | undefined> {
    const { batch } = this.state;
    if (batch) {
      const again = await this.recompose(batch);
      if (again) return again;
      // Some of its events were erased; the rest is a new batch.
      this.state = { ...this.state, batch: null };
    }
    return this.choose(await this.tail.next(this.reader, this.state.cursor, this.state.limit));
  }

  /** Freezes and returns the next batch if its events are in memory. */
  freezeAtHand(): Batch | undefined {
    const found = this.tail.take(this.reader, this.state.cursor, this.state.limit);
    const batch = found && this.choose(found);
    if (batch) this.freeze(batch);
    return batch;
  }

  /** A batch of events that are to be appended. It fits if nothing will lie between them and the cursor. */
  chooseFresh(events: readonly LogEvent[]): Batch | undefined {
    if (this.state.suspectTo !== null || !this.skim()) return undefined;
    const ours = events.filter((event) => isFor(event, this.reader));
    return composeBatch(ours, this.state.limit, this.reader.names);
  }

  freeze({ id, to, count, hash, names }: Batch): void {
    this.state = { ...this.state, batch: { id, to, count, hash, names } };
  }

  /** Passes over the events in memory if none of them is for this queue. Returns false if there may be some. */
  skim(): boolean {
    const found = this.state.batch ? undefined : this.tail.take(this.reader, this.state.cursor, 1);
    if (found?.events.length !== 0) return false;
    this.pass(found.seen);
    return true;
  }

  /** Moves the cursor behind events that are not for this queue, so that they are not read again. */
  private pass(seen: number): void {
    this.state = { ...this.state, cursor: Math.max(this.state.cursor, seen) };
  }

  private async recompose(frozen: FrozenBatch): Promise<Batch | undefined> {
    const reader = { ...this.reader, names: frozen.names };
    return recomposeBatch(frozen, await this.log.readFor(reader, this.state.cursor, frozen.to, frozen.count));
  }

  private choose({ events, seen }: FoundEvents): Batch | undefined {
    const { state, batch } = nextBatch(this.state, events, this.reader.names);
    this.state = state;
    if (!batch) this.pass(seen);
    return batch;
  }
}

/** Suspect events are sent first and apart from the others. Without suspect events the state forgets its suspicion. */
function nextBatch(
  state: QueueState,
  events: LogEvent[],
  names: readonly string[],
): { state: QueueState; batch: Batch | undefined } {
  const { suspectTo } = state;
  if (suspectTo === null) return { state, batch: composeBatch(events, state.limit, names) };
  const suspects = events.filter(({ position }) => position <= suspectTo);
  if (suspects.length > 0) return { state, batch: composeBatch(suspects, state.limit, names) };
  const calm = withoutSuspects(state);
  return { state: calm, batch: composeBatch(events, calm.limit, names) };
}
