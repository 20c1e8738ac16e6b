import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { IdempotencyStore } from '../calls/idempotency/idempotency.store.js';
import { Nats } from '../nats.js';
import { DeadLetterStore } from './dead-letter.store.js';
import { OutboxStore } from './outbox.store.js';
import { RelayStateStore } from './publish/relay-state.store.js';
import { scrubStream } from './scrub-stream.js';

/**
 * Deletes a user's facts, whose payloads have the field `user_id`, from this service's outbox and streams, with the
 * user's dead letters and recorded answers. The erasure runs while a fact is handled: if it throws, because some facts
 * have not reached all consumers, that fact is delivered again.
 */
@Injectable()
export class FactEraser {
  constructor(
    private readonly nats: Nats,
    private readonly state: RelayStateStore,
    private readonly outbox: OutboxStore,
    private readonly letters: DeadLetterStore,
    private readonly answers: IdempotencyStore,
  ) {}

  /** `kept` is the subject of the fact that tells other services of the erasure; it stays. */
  async eraseOutbox(userId: string, kept = ''): Promise<void> {
    // The quotes distinguish the field from text of clients: quotes within a string of the payload are escaped.
    const mark = `"user_id":${JSON.stringify(userId)}`;
    const deleted = await this.outbox.deleteMarked(mark, kept);
    // The relay may be publishing these facts now, and the stream can delete only what it has.
    if (deleted === 'waiting') throw stillOnTheWay();
    if (deleted === 'published') await this.eraseStream(this.nats.settings.service, userId, '>', kept);
    await this.letters.deleteMarked(mark);
    await this.answers.eraseUser(userId);
  }

  /** All facts of the user must have been published. */
  async eraseStream(source: string, userId: string, subject: string, kept = ''): Promise<void> {
    const filter = this.nats.subject('fact', `${source}.${subject}`);
    const scrub = () => scrubStream(this.nats, this.state, source, filter, userId, this.nats.subject('fact', kept));
    const outcome = await this.outbox.staying(scrub);
    if (outcome === 'needed') throw stillOnTheWay();
  }
}

/** An outage, so that the fact that asks for the erasure is delivered again without a limit. */
export function stillOnTheWay(): Problem {
  return new Problem('service-unavailable', 'Facts of the user are still on their way to others.', { retry_after: 1 });
}
