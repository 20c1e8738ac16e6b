import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { EntityManager } from 'typeorm';
import { Nats } from './nats.js';

interface Fact {
  id: string;
  published: boolean;
  stream_sequence: string | null;
}

const deletesAtOnce = 50;

/**
 * Takes a user's facts back out of this service's outbox and stream, and the user's data out of its dead letters and
 * recorded answers. Facts of the user say so in a field `user_id` of their payload.
 */
@Injectable()
export class FactEraser {
  constructor(private readonly nats: Nats) {}

  /** `kept` is the subject of the fact by which others learn of the erasure: it has to stay. */
  async erase(tx: EntityManager, userId: string, kept = ''): Promise<void> {
    // With its quotes: in text that clients sent, which is a string inside of the payload, they would be escaped.
    const mark = `"user_id":${JSON.stringify(userId)}`;
    const facts = await tx.query<Fact[]>(
      `SELECT id, published_at IS NOT NULL AS published, stream_sequence FROM outbox
       WHERE strpos(payload, $1) > 0 AND subject <> $2`,
      [mark, kept],
    );
    // The relay may be sending them right now: they cannot be called back before it is known where they lie.
    if (facts.some((fact) => !fact.published)) throw notYet();
    await this.deleteFromStream(
      facts.flatMap(({ stream_sequence }) => (stream_sequence ? [Number(stream_sequence)] : [])),
    );
    await tx.query('DELETE FROM outbox WHERE id = ANY ($1::bigint[])', [facts.map(({ id }) => id)]);
    await tx.query('DELETE FROM dead_letter WHERE strpos(payload, $1) > 0', [mark]);
    await tx.query('DELETE FROM idempotency_key WHERE user_id = $1 OR strpos(scope, $1) > 0', [userId]);
  }

  private async deleteFromStream(sequences: number[]): Promise<void> {
    const stream = this.nats.streamOf(this.nats.settings.service);
    const manager = await this.nats.manager();
    for (let from = 0; from < sequences.length; from += deletesAtOnce) {
      const some = sequences.slice(from, from + deletesAtOnce);
      await Promise.all(some.map((sequence) => deleteMessage(manager, stream, sequence)));
    }
  }
}

async function deleteMessage(manager: JetStreamManager, stream: string, sequence: number): Promise<void> {
  try {
    await manager.streams.deleteMessage(stream, sequence, true);
  } catch (error) {
    // Gone already: too old, or deleted by an attempt before this one.
    if (!(error instanceof Error && /no message found|not found/i.test(error.message))) throw error;
  }
}

/** Counts as an outage: the fact that asks for the erasure is delivered again, however often. */
function notYet(): Problem {
  return new Problem('service-unavailable', 'Facts of the user are still being published.', { retry_after: 1 });
}
