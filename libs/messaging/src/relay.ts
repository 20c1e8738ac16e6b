import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { JetStreamClient } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import { Nats } from './nats.js';
import { factRetentionMs } from './streams.js';
import { StreamGuard } from './stream-guard.js';

interface WaitingRow {
  id: string;
  message_id: string;
  subject: string;
  payload: string;
  request_id: string | null;
  traceparent: string | null;
}

const batchSize = 500;
const idleMs = 1_000;
const lock = 0x6f75_7462; // 'outb'

/**
 * Publishes the outbox in commit order. One replica at a time does it (an advisory lock is the lease). Each message
 * names its predecessor, so that NATS refuses it when the one before got lost on the way: order survives any failure.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Relay');
  private readonly stopped = new AbortController();
  private lease: QueryRunner | undefined;
  private running: Promise<void> | undefined;
  private woken: (() => void) | undefined;
  private hasWork = true;
  private lastMessageId: string | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly nats: Nats,
    private readonly guard: StreamGuard,
  ) {}

  onApplicationBootstrap(): void {
    this.nats.onReconnect(() => {
      this.guard.doubt();
    });
    this.running = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    this.signal();
    await this.running;
  }

  /** There are new rows. The replica that holds the lease may be another one: it is told over NATS. */
  wake(): void {
    if (this.lease) this.signal();
    else if (this.nats.connected) this.nats.current?.publish(this.nats.subject('wake', this.nats.settings.service));
  }

  private signal(): void {
    this.hasWork = true;
    this.woken?.();
  }

  private async run(): Promise<void> {
    const connection = await Promise.race([this.nats.connection(), this.whenStopped()]);
    if (!connection) return;
    const wakes = connection.subscribe(this.nats.subject('wake', this.nats.settings.service), {
      callback: () => {
        this.signal();
      },
    });
    while (!this.stopped.signal.aborted) {
      try {
        if (await this.holdLease()) await this.publishWaiting();
        await this.rest();
      } catch (error) {
        await this.recover(error);
      }
    }
    wakes.unsubscribe();
    await this.releaseLease();
  }

  private async publishWaiting(): Promise<void> {
    const js = await this.nats.jetstream();
    for (;;) {
      if (this.stopped.signal.aborted || !this.nats.connected) return;
      const last = await this.guard.verify();
      if (last) this.lastMessageId = last.messageId;
      this.hasWork = false;
      const rows = await this.waitingRows();
      if (rows.length === 0) return;
      const sequences = await this.publish(js, rows);
      await this.markPublished(rows, sequences);
    }
  }

  private waitingRows(): Promise<WaitingRow[]> {
    return this.database.query(
      `SELECT id, message_id, subject, payload, request_id, traceparent
         FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT ${batchSize}`,
    );
  }

  /** Returns the stream's sequence of each. */
  private async publish(js: JetStreamClient, rows: WaitingRow[]): Promise<number[]> {
    let previous = this.lastMessageId;
    const acks = rows.map((row) => {
      const header = headers();
      if (row.request_id) header.set('X-Request-Id', row.request_id);
      if (row.traceparent) header.set('traceparent', row.traceparent);
      const expect = previous === undefined ? {} : { expect: { lastMsgID: previous } };
      previous = row.message_id;
      return js.publish(this.nats.subject('fact', row.subject), row.payload, {
        msgID: row.message_id,
        headers: header,
        ...expect,
      });
    });
    const results = await Promise.allSettled(acks);
    const sequences = results.map((result) => {
      if (result.status === 'rejected') throw new Error('publishing stopped', { cause: result.reason });
      return result.value.seq;
    });
    this.lastMessageId = previous;
    return sequences;
  }

  private async markPublished(rows: WaitingRow[], sequences: number[]): Promise<void> {
    await this.database.query(
      `WITH done AS (
         UPDATE outbox SET published_at = now(), stream_sequence = sent.sequence
         FROM unnest($1::bigint[], $2::bigint[]) AS sent (id, sequence) WHERE outbox.id = sent.id)
       UPDATE relay_state SET last_sequence = $3 WHERE stream = $4`,
      [rows.map((row) => row.id), sequences, sequences.at(-1) ?? 0, this.nats.streamOf(this.nats.settings.service)],
    );
  }

  private async holdLease(): Promise<boolean> {
    if (this.lease) {
      // A dead session has lost the lock: the query throws, and recover() lets go of it.
      await this.lease.query('SELECT 1');
      return true;
    }
    const runner = this.database.createQueryRunner();
    try {
      await runner.connect();
      const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS held', [lock])) as { held: boolean }[];
      if (row?.held) {
        this.lease = runner;
        this.guard.doubt();
        return true;
      }
    } catch (error) {
      await runner.release();
      throw error;
    }
    await runner.release();
    return false;
  }

  private async releaseLease(): Promise<void> {
    const runner = this.lease;
    this.lease = undefined;
    if (!runner) return;
    await runner.query('SELECT pg_advisory_unlock($1)', [lock]).catch(() => undefined);
    await runner.release().catch(() => undefined);
  }

  private async recover(error: unknown): Promise<void> {
    if (this.stopped.signal.aborted) return;
    this.logger.warn({ err: error }, 'could not publish; trying again');
    this.guard.doubt();
    await this.releaseLease();
    await Promise.race([sleep(300), this.whenStopped()]);
  }

  /** Until woken; looks by itself once a second, because a wake-up may get lost. */
  private async rest(): Promise<void> {
    if (this.hasWork && this.lease && this.nats.connected) return;
    const timer = new AbortController();
    await Promise.race([
      new Promise<void>((resolve) => (this.woken = resolve)),
      sleep(idleMs, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    this.woken = undefined;
    timer.abort();
  }

  private whenStopped(): Promise<undefined> {
    return new Promise((resolve) => {
      if (this.stopped.signal.aborted) resolve(undefined);
      this.stopped.signal.addEventListener(
        'abort',
        () => {
          resolve(undefined);
        },
        { once: true },
      );
    });
  }

  /** Deletes what has been published for longer than anyone may be away. Called by the housekeeping. */
  async purge(): Promise<void> {
    const before = new Date(Date.now() - factRetentionMs);
    let deleted: unknown[] = [];
    do {
      [deleted] = await this.database.query<[unknown[], number]>(
        `DELETE FROM outbox WHERE id IN
           (SELECT id FROM outbox WHERE published_at < $1 ORDER BY id LIMIT 5000) RETURNING id`,
        [before],
      );
    } while (deleted.length > 0 && !this.stopped.signal.aborted);
  }
}
