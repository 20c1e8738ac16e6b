import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { Nats } from '../nats.js';
import { plainArray } from '../storage/arrays.js';
import type { Write } from '../storage/late-writes.js';
import { Transactions } from '../storage/transactions.js';
import type { FactSource, Unmarked, WaitingFact, WaitingFacts } from './fact-source.js';
import type { Handed } from './publish/handed-facts.js';
import { insertOf, toRows, type NewOutboxFact } from './publish/new-rows.js';
import type { OutboxEntity } from './publish/outbox.entity.js';
import { inTurn, turn, turnOf } from './publish/relay-turn.js';
import { withoutPartition } from './reconcile/recorded-source.js';
import { factRetentionMs } from './streams.js';

/** The server ends a transaction that is silent for 15 s. */
const beatMs = 4_000;

/** The relay marks facts before there are so many, unless it falls behind. */
const mostBehind = 600;

/**
 * The positions of new facts, in their order, and of all that wait. What these facts follow may have been committed while the
 * statement waited for a row, so a function looks for it after the facts are written.
 */
const placesOfFacts = `
  SELECT json_build_object('positions', ARRAY(SELECT id::text FROM $rows ORDER BY $rows.id), 'waiting',
    waiting_facts((SELECT count(*) FROM $rows) + ${mostBehind + 1}))`;

interface Places {
  positions: string[];
  waiting: string[];
}

/** SQL because facts are written, published and deleted as sets. Their order: `docs/decisions/outbox-order.md`. */
@Injectable()
export class OutboxStore implements FactSource {
  readonly stream: string;

  constructor(
    private readonly transactions: Transactions,
    nats: Nats,
  ) {
    this.stream = nats.settings.service;
  }

  /** Tells after the commit what `waiting` would read of it; undefined if too many facts wait before these. */
  async add(facts: NewOutboxFact[], tell: (handed: Handed | undefined) => void): Promise<void> {
    const since = performance.now();
    const rows = toRows(facts);
    await this.transactions.last({
      ...insertOf(rows),
      result: {
        text: placesOfFacts,
        tell: ({ positions, waiting }: Places) => {
          const placed = rows.map((row, place) => ({ ...row, position: positions[place] ?? '' }));
          const own = new Set(positions);
          const behind = waiting.filter((position) => !own.has(position));
          tell(behind.length > mostBehind ? undefined : { facts: placed, behind, since });
        },
      },
    });
  }

  async waiting(limit: number, unmarked: readonly Unmarked[]): Promise<WaitingFacts> {
    const facts = await this.transactions.current.query<WaitingFact[]>(
      `WITH ${turn(3)}
       SELECT id AS position, message_id AS "messageId", subject, payload, request_id AS "requestId", traceparent,
              coalesce(cardinality(message_ids), 1) AS count
         FROM outbox WHERE published_at IS NULL AND message_id <> ALL ($2::uuid[]) AND ${inTurn} ORDER BY id LIMIT $1`,
      [limit, plainArray(unmarked.map(({ messageId }) => messageId)), ...turnOf(this.stream)],
    );
    return { facts, more: facts.length === limit };
  }

  async oldestWaiting(): Promise<Date | undefined> {
    const [oldest] = await this.transactions.current.query<Pick<OutboxEntity, 'created_at'>[]>(
      'SELECT created_at FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT 1',
    );
    return oldest?.created_at;
  }

  async countWaiting(atMost: number): Promise<number> {
    const [found] = await this.transactions.current.query<{ count: number }[]>(
      `SELECT least(coalesce(sum(coalesce(cardinality(message_ids), 1)), 0), $1)::integer AS count
         FROM (SELECT message_ids FROM outbox WHERE published_at IS NULL LIMIT $1) counted`,
      [atMost],
    );
    return found?.count ?? 0;
  }

  published(facts: readonly Unmarked[]): Write {
    return {
      text: `UPDATE outbox SET published_at = now() FROM unnest($1::bigint[], $2::uuid[]) AS done (id, message_id)
              WHERE outbox.id = done.id AND outbox.message_id = done.message_id AND ${inTurn}`,
      values: [plainArray(facts.map(({ position }) => position)), plainArray(facts.map(({ messageId }) => messageId))],
    };
  }

  async rewind(): Promise<void> {
    // Older facts stay published: the inboxes of consumers may have forgotten them.
    const since = new Date(Date.now() - factRetentionMs);
    await this.transactions.open.query(
      'UPDATE outbox SET published_at = NULL WHERE published_at IS NOT NULL AND created_at > $1',
      [since],
    );
  }

  /**
   * Deletes the facts whose payload contains `mark`, except those of the subject `kept`, and keeps their ids. Other facts of
   * the same row stay. `waiting` means that one of them was not yet published.
   */
  async deleteMarked(mark: string, kept: string): Promise<'none' | 'published' | 'waiting'> {
    const facts = await this.transactions.open.query<Pick<OutboxEntity, 'published_at'>[]>(
      `WITH found AS MATERIALIZED (
         SELECT id, message_id, message_ids, subject, payload, published_at FROM outbox
          WHERE strpos(payload, CASE WHEN message_ids IS NULL THEN $1 ELSE $2 END) > 0 AND subject <> $3 FOR UPDATE
       ), facts AS MATERIALIZED (
         SELECT found.id AS row_id, subject, place, fact, (fact->>'id')::uuid AS id, strpos(fact->>'payload', $1) > 0 AS erased
           FROM found, json_array_elements(CASE WHEN message_ids IS NOT NULL THEN payload::json END) WITH ORDINALITY AS _ (fact, place)
       ), rest AS (
         SELECT row_id, json_agg(fact ORDER BY place) AS several, array_agg(id ORDER BY place) AS ids FROM facts WHERE NOT erased GROUP BY row_id
       ), cut AS (
         UPDATE outbox SET payload = several::text, message_ids = ids FROM rest WHERE outbox.id = row_id
       ), deleted AS (
         DELETE FROM outbox USING found WHERE outbox.id = found.id AND found.id NOT IN (SELECT row_id FROM rest)
       ), recorded AS (
         INSERT INTO erased_fact (message_id, subject)
         SELECT message_id, ${withoutPartition('subject')} FROM found WHERE message_ids IS NULL
         UNION ALL SELECT id, ${withoutPartition('subject')} FROM facts WHERE erased
         ON CONFLICT DO NOTHING
       ) SELECT published_at FROM found`,
      [mark, JSON.stringify(mark).slice(1, -1), kept],
    );
    if (facts.some((fact) => fact.published_at === null)) return 'waiting';
    return facts.length > 0 ? 'published' : 'none';
  }

  /**
   * Runs work that takes minutes outside the database. Other replicas wait for the locks of the open transaction, so
   * the server hears from it meanwhile, and ends it soon if this process freezes.
   */
  async staying<T>(work: () => Promise<T>): Promise<T> {
    const done = new AbortController();
    const heard = this.beat(this.transactions.open, done.signal);
    // The transaction is lost then, and the next statement fails too.
    heard.catch(() => undefined);
    try {
      return await work();
    } finally {
      done.abort();
      await heard;
    }
  }

  private async beat(tx: EntityManager, done: AbortSignal): Promise<void> {
    while (await sleep(beatMs, true, { signal: done }).catch(() => false)) await tx.query('SELECT');
  }

  async purge(stop: AbortSignal): Promise<void> {
    const before = new Date(Date.now() - factRetentionMs);
    let deleted: number;
    do {
      // The driver answers rows and count to a DELETE.
      [, deleted] = await this.transactions.current.query<[unknown[], number]>(
        'DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE published_at IS NOT NULL AND created_at < $1 ORDER BY id LIMIT 5000)',
        [before],
      );
    } while (deleted > 0 && !stop.aborted);
  }
}
