import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { IdempotencyStore } from '../calls/idempotency.store.js';
import { Nats } from '../nats.js';
import { DeadLetterStore } from './dead-letter.store.js';
import { OutboxStore } from './outbox.store.js';
import { RelayStateStore } from './publish/relay-state.store.js';
import { scrubStream } from './scrub-stream.js';

/**
 * Deletes a user's facts from this service's outbox and streams, and the user's dead letters and recorded answers. Facts of
 * the user name the user in a field `user_id` of their payload. The erasure runs while a fact is handled: when it throws,
 * because some facts have not reached all consumers, that fact is delivered again.
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

  /** `kept` is the subject of the fact that tells others of the erasure: it stays. */
  async eraseOutbox(userId: string, kept = ''): Promise<void> {
    // The quotes tell the field from text that clients sent: within a string of the payload they are escaped.
    const mark = `"user_id":${JSON.stringify(userId)}`;
    const deleted = await this.outbox.deleteMarked(mark, kept);
    // The relay may be publishing these facts. They can be deleted from the stream only when they are there.
    if (deleted === 'waiting') throw stillOnTheWay();
    if (deleted === 'published') await this.eraseStream(this.nats.settings.service, userId, '>', kept);
    await this.letters.deleteMarked(mark);
    await this.answers.eraseUser(userId);
  }

  /** Deletes the user's facts from the stream of a source. All of them must have been published. */
  async eraseStream(source: string, userId: string, subject: string, kept = ''): Promise<void> {
    const filter = this.nats.subject('fact', `${source}.${subject}`);
    const scrub = () => scrubStream(this.nats, this.state, source, filter, userId, this.nats.subject('fact', kept));
    const outcome = await this.outbox.staying(scrub);
    if (outcome === 'needed') throw stillOnTheWay();
  }
}

/** Counts as an outage: the fact that asks for the erasure is delivered again, however often. */
export function stillOnTheWay(): Problem {
  return new Problem('service-unavailable', 'Facts of the user are still on their way to others.', { retry_after: 1 });
}
