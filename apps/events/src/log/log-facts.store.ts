import { eventAccepted } from '@ces/contracts/events/events';
import type { FactSource, Unmarked, WaitingFacts } from '@ces/messaging/facts/fact-source';
import { inTurn, turn, turnOf } from '@ces/messaging/facts/publish/relay-turn';
import { factRetentionMs } from '@ces/messaging/facts/streams';
import type { Write } from '@ces/messaging/storage/late-writes';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendLock } from './append-lock.js';
import { toFact, type LoggedEvent } from './log-fact.js';

interface Read {
  /** Without the events of no campaign, except the last before one of a campaign and the last of all: they say how far to pass. */
  rows: LoggedEvent[];
  /** The position in the database. */
  after: string;
  /** How many events were read, and how many of them stand before the first gap. */
  found: number;
  whole: number;
}

const patienceMs = 3;
const listed =
  'seq, id, user_id, event_name, version, client_id, data, time, received_at, request_id, traceparent, used';

/**
 * The event log is its own outbox, because writing and marking each event a second time would cost more than its intake. A
 * position says how far the log is published. Events that no campaign uses are passed over. Sequence numbers are given
 * before the commit, so a gap may still be filled: the reader waits, and takes the gap as final when no transaction that
 * began earlier still appends. SQL because the log is partitioned and is read in sets.
 */
@Injectable()
export class LogFactsStore implements FactSource {
  readonly stream = eventAccepted.stream;

  constructor(private readonly transactions: Transactions) {}

  /** The next facts in the order of the log, up to the first gap that may still be filled. */
  async waiting(limit: number, unmarked: readonly Unmarked[]): Promise<WaitingFacts> {
    const behind = unmarked.at(-1)?.position ?? '0';
    let read = await this.readNext(limit, behind);
    if (beginsWithGap(read)) {
      await sleep(patienceMs);
      read = await this.readNext(limit, behind);
    }
    if (beginsWithGap(read)) read = await this.readUnderLock(limit, behind);
    return {
      base: read.after,
      facts: read.rows.map((row) => toFact(row, read.after)),
      more: read.whole < read.found || read.found === limit,
    };
  }

  async oldestWaiting(): Promise<Date | undefined> {
    const [oldest] = await this.transactions.current.query<Pick<LoggedEvent, 'received_at'>[]>(
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
  published(facts: readonly Unmarked[]): Write {
    const [first, last] = [facts[0], facts.at(-1)];
    return {
      text: `UPDATE event_log_position SET seq = $1
              WHERE seq >= $2 AND EXISTS (SELECT FROM event_log WHERE event_log.seq = $1 AND id = $3) AND ${inTurn}`,
      values: [last?.position, first?.base, last?.messageId],
    };
  }

  async rewind(): Promise<void> {
    await this.transactions.open.query(
      'UPDATE event_log_position SET seq = least(seq, (SELECT min(seq) - 1 FROM event_log WHERE received_at > $1))',
      [new Date(Date.now() - factRetentionMs)],
    );
  }

  /** Reads under the exclusive lock, which no appending transaction holds: a row that is missing now was rolled back. */
  private readUnderLock(limit: number, behind: string): Promise<Read> {
    return this.transactions.run(async () => {
      await this.transactions.open.query('SELECT pg_advisory_xact_lock($1)', [appendLock]);
      return this.readNext(limit, behind, 'over gaps');
    });
  }

  private async readNext(
    limit: number,
    behind: string,
    how: 'to the first gap' | 'over gaps' = 'to the first gap',
  ): Promise<Read> {
    const rows = await this.transactions.current.query<(LoggedEvent & Omit<Read, 'rows'>)[]>(
      `WITH ${turn(4)},
       place AS (SELECT seq AS after, greatest(seq, $2::bigint) AS behind FROM event_log_position),
       next AS (
         SELECT ${listed}, row_number() OVER (ORDER BY seq) AS number FROM (
           SELECT ${listed} FROM event_log
            WHERE seq > (SELECT behind FROM place) AND ${inTurn} ORDER BY seq LIMIT $1) found),
       whole AS (
         SELECT ${listed}, lead(used) OVER (ORDER BY seq) AS next_used FROM next, place
          WHERE $3::boolean OR seq = behind + number)
       SELECT after, (SELECT count(*)::integer FROM next) AS found, (SELECT count(*)::integer FROM whole) AS whole, ${listed}
         FROM place LEFT JOIN whole ON used OR next_used IS NOT FALSE ORDER BY seq`,
      [limit, behind, how === 'over gaps', ...turnOf(this.stream)],
    );
    const { after = '0', found = 0, whole = 0 } = rows[0] ?? {};
    return { rows: whole === 0 ? [] : rows, after, found, whole };
  }
}

function beginsWithGap({ found, whole }: Read): boolean {
  return found > 0 && whole === 0;
}
