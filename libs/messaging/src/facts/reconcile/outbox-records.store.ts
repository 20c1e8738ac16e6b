import type { PublishedSum, Span } from '@ces/contracts/facts/reconciliation';
import { Injectable } from '@nestjs/common';
import { Nats } from '../../nats.js';
import { idsBefore } from '../../storage/ids.js';
import { Transactions } from '../../storage/transactions.js';
import { eachId } from '../publish/several-facts.js';
import { hashOf, withoutPartition, type RecordedSource } from './recorded-source.js';

/** A row holds the time at which its transaction began, so it may be this much older than the ids of its facts. */
const longestTransactionMs = 3_600_000;
/** The most by which the clocks of the database and of the services differ. */
const clocksMs = 5 * 60_000;

const ofSpan = 'FROM unnest(message_ids) AS each_id (fact_id) WHERE fact_id >= $3 AND fact_id < $4';

/**
 * SQL because facts are summed, and because the table has no index by time: the rows are almost in the order of their
 * time, so a binary search finds the places of a span.
 */
@Injectable()
export class OutboxRecordsStore implements RecordedSource {
  readonly stream: string;

  constructor(
    private readonly transactions: Transactions,
    nats: Nats,
  ) {
    this.stream = nats.settings.service;
  }

  async sums(span: Span): Promise<PublishedSum[]> {
    return this.transactions.current.query(
      `SELECT subject, sum(facts)::int AS count, coalesce(bit_xor(hash), 0)::text AS digest,
              coalesce(sum(facts) FILTER (WHERE published_at IS NULL), 0)::int AS waiting
         FROM (
           SELECT subject, published_at,
                  CASE WHEN message_ids IS NULL THEN 1 ELSE (SELECT count(*) ${ofSpan}) END AS facts,
                  CASE WHEN message_ids IS NULL THEN ${hashOf('message_id')} ELSE (SELECT bit_xor(${hashOf('fact_id')}) ${ofSpan}) END AS hash
             FROM outbox WHERE id >= $1 AND id < $2 AND (message_ids IS NOT NULL OR message_id >= $3 AND message_id < $4)) AS rows
        GROUP BY subject`,
      await this.boundsOf(span),
    );
  }

  async ids(span: Span, subject: string, limit: number): Promise<string[]> {
    const rows = await this.transactions.current.query<{ fact_id: string }[]>(
      `SELECT fact_id FROM outbox ${eachId} WHERE id >= $1 AND id < $2 AND fact_id >= $3 AND fact_id < $4
          AND ${withoutPartition('subject')} = $5 LIMIT $6`,
      [...(await this.boundsOf(span)), subject, limit],
    );
    return rows.map(({ fact_id }) => fact_id);
  }

  async repeat(ids: string[]): Promise<'these'> {
    const moments = ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16));
    const [from, until] = await this.boundsOf({ from: Math.min(...moments), until: Math.max(...moments) + 1 });
    await this.transactions.current.query(
      `UPDATE outbox SET published_at = NULL WHERE id IN (
         SELECT id FROM outbox ${eachId} WHERE id >= $1 AND id < $2 AND fact_id = ANY ($3::uuid[]))`,
      [from, until, ids],
    );
    return 'these';
  }

  private async boundsOf({ from, until }: Span): Promise<[string, string, string, string]> {
    const first = await this.placeOf(from - longestTransactionMs);
    const end = await this.placeOf(until + clocksMs);
    return [first, end, idsBefore(from), idsBefore(until)];
  }

  private async placeOf(moment: number): Promise<string> {
    const [row] = await this.transactions.current.query<{ place: string }[]>(
      `WITH RECURSIVE halved (low, high) AS (
         SELECT coalesce(min(id), 0), coalesce(max(id), -1) + 1 FROM outbox
         UNION ALL
         SELECT CASE WHEN probe.created_at < $1 THEN probe.id + 1 ELSE low END,
                CASE WHEN probe.created_at < $1 THEN high ELSE (low + high) / 2 END
           FROM halved, LATERAL (
                SELECT id, created_at FROM outbox WHERE id >= (low + high) / 2 ORDER BY id LIMIT 1) AS probe
          WHERE low < high
       ) SELECT max(low) AS place FROM halved`,
      [new Date(moment)],
    );
    return row?.place ?? '0';
  }
}
