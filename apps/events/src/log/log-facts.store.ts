import { eventAccepted, type EventAccepted } from '@ces/contracts/events/events';
import type { FactSource, Unmarked, WaitingFact, WaitingFacts } from '@ces/messaging/facts/fact-source';
import { subjectOf } from '@ces/messaging/facts/outbox';
import { isOurTurn, turnOf } from '@ces/messaging/facts/publish/relay-turn';
import { factRetentionMs } from '@ces/messaging/facts/streams';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendLock } from './append-lock.js';

interface Row {
  seq: string;
  id: string;
  user_id: string;
  event_name: string;
  version: number;
  client_id: string;
  data: string;
  time: Date | null;
  received_at: Date;
  request_id: string | null;
  traceparent: string | null;
  /** Whether a campaign used the definition when the event was written. */
  used: boolean;
  /** The position in the database. */
  after: string;
  /** The position behind which this read began. */
  behind: string;
}

const patienceMs = 3;

/**
 * The event log is its own outbox, because writing and marking each event a second time would cost more than its intake. A
 * position says how far the log is published. Events that no campaign uses are passed over. Sequence numbers are given
 * before the commit, so a gap may still be filled: the reader waits, and takes the gap as final when no transaction that
 * began earlier still appends. SQL because the log is partitioned and is read in sets.
 */
@Injectable()
export class LogFactsStore implements FactSource {
  readonly stream = eventAccepted.stream;

  /** The position in the database when the facts that wait for their mark were read. */
  private after = '0';

  constructor(private readonly transactions: Transactions) {}

  /** The next facts in the order of the log, up to the first gap that may still be filled. */
  async waiting(limit: number, unmarked: readonly Unmarked[]): Promise<WaitingFacts> {
    const behind = unmarked.at(-1)?.position ?? '0';
    let rows = upToGap(await this.readNext(limit, behind));
    if (rows === 'gap first') {
      await sleep(patienceMs);
      rows = upToGap(await this.readNext(limit, behind));
    }
    if (rows === 'gap first') rows = { rows: await this.readUnderLock(limit, behind), isCut: false };
    if (unmarked.length === 0) this.after = rows.rows[0]?.after ?? this.after;
    return { facts: rows.rows.map(toFact), more: rows.isCut || rows.rows.length === limit };
  }

  async oldestWaiting(): Promise<Date | undefined> {
    const [oldest] = await this.transactions.current.query<Pick<Row, 'received_at'>[]>(
      'SELECT received_at FROM event_log WHERE seq > (SELECT seq FROM event_log_position) ORDER BY seq LIMIT 1',
    );
    return oldest?.received_at;
  }

  async countWaiting(atMost: number): Promise<number> {
    const [found] = await this.transactions.current.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM (
         SELECT FROM event_log WHERE seq > (SELECT seq FROM event_log_position) LIMIT $1) counted`,
      [atMost],
    );
    return found?.count ?? 0;
  }

  /** Keeps a position that was set back meanwhile, so that the facts to be repeated stay waiting. */
  async published(facts: readonly Unmarked[]): Promise<void> {
    const last = facts.at(-1);
    await this.transactions.late(
      `UPDATE event_log_position SET seq = $1
        WHERE seq >= $2 AND EXISTS (SELECT FROM event_log WHERE event_log.seq = $1 AND id = $3)`,
      [last?.position, this.after, last?.messageId],
    );
  }

  async rewind(): Promise<void> {
    await this.transactions.open.query(
      'UPDATE event_log_position SET seq = least(seq, (SELECT min(seq) - 1 FROM event_log WHERE received_at > $1))',
      [new Date(Date.now() - factRetentionMs)],
    );
  }

  /** Reads under the exclusive lock, which no appending transaction holds: a row that is missing now was rolled back. */
  private readUnderLock(limit: number, behind: string): Promise<Row[]> {
    return this.transactions.run(async () => {
      await this.transactions.open.query('SELECT pg_advisory_xact_lock($1)', [appendLock]);
      return this.readNext(limit, behind);
    });
  }

  private readNext(limit: number, behind: string): Promise<Row[]> {
    return this.transactions.current.query(
      `WITH turn AS MATERIALIZED (SELECT ${isOurTurn(3)} AS ours)
       SELECT seq, id, user_id, event_name, version, client_id, CASE WHEN used THEN data ELSE '' END AS data, time,
              received_at, request_id, traceparent, used, after, greatest(after, $2::bigint) AS behind
         FROM (SELECT seq AS after FROM event_log_position) p, event_log
        WHERE seq > (SELECT greatest(seq, $2::bigint) FROM event_log_position) AND (SELECT ours FROM turn)
        ORDER BY seq LIMIT $1`,
      [limit, behind, ...turnOf(this.stream)],
    );
  }
}

interface Read {
  rows: Row[];
  /** True if rows behind a gap are left out. */
  isCut: boolean;
}

function upToGap(rows: Row[]): Read | 'gap first' {
  const gap = rows.findIndex((row, index) => BigInt(row.seq) !== BigInt(row.behind) + BigInt(index) + 1n);
  if (gap < 0) return { rows, isCut: false };
  return gap === 0 ? 'gap first' : { rows: rows.slice(0, gap), isCut: true };
}

function toFact(row: Row): WaitingFact {
  const { id, user_id, event_name, version, client_id, data } = row;
  const fact: EventAccepted = {
    id,
    client_id,
    user_id,
    event_name,
    version,
    received_at: row.received_at.toISOString(),
    time: row.time?.toISOString() ?? null,
    data,
  };
  return {
    position: row.seq,
    messageId: id,
    subject: row.used ? subjectOf(eventAccepted, user_id) : undefined,
    payload: row.used ? JSON.stringify(fact) : '',
    requestId: row.request_id,
    traceparent: row.traceparent,
  };
}
