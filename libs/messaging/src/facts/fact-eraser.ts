import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { Nats } from '../nats.js';
import { Transactions } from '../storage/transactions.js';
import { scrubStream } from './scrub-stream.js';

/**
 * Takes a user's facts back out of this service's outbox and streams, and the user's data out of its dead letters and
 * recorded answers. Facts of the user say so in a field `user_id` of their payload. Called while a fact is handled: when
 * it throws, because facts are still on their way, it is called again.
 */
@Injectable()
export class FactEraser {
  constructor(
    private readonly nats: Nats,
    private readonly transactions: Transactions,
  ) {}

  /** `kept` is the subject of the fact by which others learn of the erasure: it has to stay. */
  async eraseOutbox(userId: string, kept = ''): Promise<void> {
    // With its quotes: in text that clients sent, which is a string inside of the payload, they would be escaped.
    const mark = `"user_id":${JSON.stringify(userId)}`;
    const tx = this.transactions.open;
    const [facts] = await tx.query<[{ published_at: Date | null }[], number]>(
      'DELETE FROM outbox WHERE strpos(payload, $1) > 0 AND subject <> $2 RETURNING published_at',
      [mark, kept],
    );
    // The relay may be sending them right now: they cannot be called back before they are there.
    if (facts.some((fact) => fact.published_at === null)) throw stillOnTheWay();
    if (facts.length > 0) await this.eraseStream(this.nats.settings.service, userId, '>', kept);
    await tx.query('DELETE FROM dead_letter WHERE strpos(payload, $1) > 0', [mark]);
    await tx.query('DELETE FROM idempotency_key WHERE user_id = $1', [userId]);
  }

  /** Of a source of facts that is not the outbox; all of the user's must have been published. */
  async eraseStream(source: string, userId: string, subject: string, kept = ''): Promise<void> {
    // A whole day of facts may have to be read; PostgreSQL waits for that.
    await this.transactions.open.query(`SET LOCAL idle_in_transaction_session_timeout = '30min'`);
    const filter = this.nats.subject('fact', `${source}.${subject}`);
    const outcome = await scrubStream(this.nats, source, filter, userId, this.nats.subject('fact', kept));
    if (outcome === 'needed') throw stillOnTheWay();
  }
}

/** Counts as an outage: the fact that asks for the erasure is delivered again, however often. */
export function stillOnTheWay(): Problem {
  return new Problem('service-unavailable', 'Facts of the user are still on their way to others.', { retry_after: 1 });
}
