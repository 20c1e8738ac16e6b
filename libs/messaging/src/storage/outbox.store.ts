import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { FactSource, WaitingFact } from '../facts/fact-source.js';
import { Nats } from '../nats.js';
import { factRetentionMs } from '../facts/streams.js';

/** The outbox as the relay sees it. Its order is that of `docs/decisions/outbox-order.md`. */
@Injectable()
export class OutboxStore implements FactSource {
  readonly stream: string;

  constructor(
    private readonly database: DataSource,
    nats: Nats,
  ) {
    this.stream = nats.settings.service;
  }

  waiting(session: EntityManager, limit: number): Promise<WaitingFact[]> {
    return session.query(
      `SELECT id AS position, message_id AS "messageId", subject, payload, request_id AS "requestId", traceparent
         FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT $1`,
      [limit],
    );
  }

  async published(session: EntityManager, facts: WaitingFact[]): Promise<void> {
    await session.query('UPDATE outbox SET published_at = now() WHERE id = ANY($1::bigint[])', [
      facts.map((fact) => fact.position),
    ]);
  }

  async rewind(session: EntityManager): Promise<void> {
    // No older ones, however often NATS loses them: the inboxes may have forgotten those.
    const since = new Date(Date.now() - factRetentionMs);
    await session.query('UPDATE outbox SET published_at = NULL WHERE published_at IS NOT NULL AND created_at > $1', [
      since,
    ]);
  }

  /** Deletes what is published and older than anyone may be away. */
  async purge(): Promise<void> {
    const before = new Date(Date.now() - factRetentionMs);
    let deleted: number;
    do {
      // For DELETE the driver answers rows and count.
      [, deleted] = await this.database.query<[unknown[], number]>(
        'DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE published_at IS NOT NULL AND created_at < $1 ORDER BY id LIMIT 5000)',
        [before],
      );
    } while (deleted > 0);
  }
}
