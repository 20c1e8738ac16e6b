import { eventAccepted } from '@ces/contracts/events/events';
import type { PublishedSum, Span } from '@ces/contracts/facts/reconciliation';
import { digestOf, type RecordedSource } from '@ces/messaging/facts/reconcile/recorded-source';
import { factRetentionMs } from '@ces/messaging/facts/streams';
import { idsBefore } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/** An id's time may be this far from the acceptance: it is made later, and a process that makes many ids runs ahead. */
const apartMs = 60_000;

const inSpan = 'used AND received_at >= $1 AND received_at < $2 AND id >= $3 AND id < $4';

/** The event log as a record of published facts. SQL because the log is partitioned, and its facts are summed. */
@Injectable()
export class LogRecordsStore implements RecordedSource {
  readonly stream = eventAccepted.stream;

  constructor(private readonly transactions: Transactions) {}

  async sums(span: Span): Promise<PublishedSum[]> {
    return this.transactions.current.query(
      `SELECT $5 AS subject, count(*)::int AS count, ${digestOf('id')},
              count(*) FILTER (WHERE seq > (SELECT seq FROM event_log_position))::int AS waiting
         FROM event_log WHERE ${inSpan}`,
      [...boundsOf(span), eventAccepted.subject],
    );
  }

  async ids(span: Span, _: string, limit: number): Promise<string[]> {
    const rows = await this.transactions.current.query<{ id: string }[]>(
      `SELECT id FROM event_log WHERE ${inSpan} LIMIT $5`,
      [...boundsOf(span), limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Sets the position of the relay back. Readers skip the later events that they have handled. */
  async repeat(ids: string[]): Promise<'all later'> {
    await this.transactions.current.query(
      `UPDATE event_log_position SET seq = least(seq, (
         SELECT min(seq) - 1 FROM event_log WHERE received_at > $1 AND id = ANY ($2::uuid[])))`,
      [new Date(Date.now() - factRetentionMs), ids],
    );
    return 'all later';
  }
}

function boundsOf({ from, until }: Span): [Date, Date, string, string] {
  return [new Date(from - apartMs), new Date(until + apartMs), idsBefore(from), idsBefore(until)];
}
