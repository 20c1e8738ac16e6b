import type { LogEvent, Reader } from '../../log/log-event.js';
import type { LogService } from '../../log/log.service.js';
import type { Found, LogTail } from '../../log/log-tail.js';
import { composeBatch, recomposeBatch, type Batch } from './compose-batch.js';
import { unsuspicious, type FrozenBatch, type QueueState } from '../record/queue-state.js';

/** What one webhook is to be sent next, by its subscription at the time of the claim. */
export class Backlog {
  /** Up to here it has nothing. */
  private seen = 0;

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
      const again = await this.remake(batch);
      if (again) return again;
      // Events of it have left the log with their user. What is left is another batch.
      this.state = { ...this.state, batch: null };
    }
    return this.choose(await this.tail.next(this.reader, this.state.cursor, this.state.limit));
  }

  /** The next batch, if it can be had without asking the database; frozen. */
  freezeAtHand(): Batch | undefined {
    const found = this.tail.take(this.reader, this.state.cursor, this.state.limit);
    const batch = found && this.choose(found);
    if (batch) this.freeze(batch);
    return batch;
  }

  freeze({ id, to, count, hash, names }: Batch): void {
    this.state = { ...this.state, batch: { id, to, count, hash, names } };
  }

  /** Behind everything that was looked through in vain: nobody need look there again. */
  get passed(): QueueState {
    return { ...this.state, cursor: Math.max(this.state.cursor, this.seen) };
  }

  private async remake(frozen: FrozenBatch): Promise<Batch | undefined> {
    const reader = { ...this.reader, names: frozen.names };
    return recomposeBatch(frozen, await this.log.readFor(reader, this.state.cursor, frozen.to, frozen.count));
  }

  private choose({ events, seen }: Found): Batch | undefined {
    const { state, batch } = nextBatch(this.state, events, this.reader.names);
    this.state = state;
    this.seen = batch ? 0 : seen;
    return batch;
  }
}

/** Suspects go first and alone; when there are none left, nothing is suspect any more. Pure. */
function nextBatch(
  state: QueueState,
  events: LogEvent[],
  names: readonly string[],
): { state: QueueState; batch: Batch | undefined } {
  const { suspectTo } = state;
  if (suspectTo === null) return { state, batch: composeBatch(events, state.limit, names) };
  const suspects = events.filter(({ position }) => position <= suspectTo);
  if (suspects.length > 0) return { state, batch: composeBatch(suspects, state.limit, names) };
  const calm = unsuspicious(state);
  return { state: calm, batch: composeBatch(events, calm.limit, names) };
}
