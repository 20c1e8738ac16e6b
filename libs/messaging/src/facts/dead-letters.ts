import type { DeadLetter, DeadLettersQuery, DeadLetterWithPayload } from '@ces/contracts/dead-letters';
import { largestPage } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { currentCall } from '../calls/call-context.js';
import { ScrapedGauge } from '../metrics/scraped-gauge.js';
import { newId } from '../storage/ids.js';
import { Transactions } from '../storage/transactions.js';
import type { Fact } from './consume/gatherer.js';
import type { DeadLetterEntity } from './dead-letter.entity.js';
import { DeadLetterStore } from './dead-letter.store.js';

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const maxErrorLength = 500;

const kept = new ScrapedGauge(
  'ces_dead_letters',
  'Dead letters that nobody has replayed or dropped; at most 10,000 are counted',
  'consumer',
);

/** An operator reads dead letters here, and replays them after the cause is removed. */
@Injectable()
export class DeadLetters implements OnApplicationBootstrap, OnApplicationShutdown {
  private unwatch: (() => void) | undefined;

  constructor(
    private readonly store: DeadLetterStore,
    private readonly transactions: Transactions,
  ) {}

  onApplicationBootstrap(): void {
    this.unwatch = kept.watch(async () =>
      (await this.store.count()).map(({ consumer, count }) => [{ consumer }, count]),
    );
  }

  onApplicationShutdown(): void {
    this.unwatch?.();
  }

  async bury(consumer: string, fact: Fact, error: unknown, attempts: number): Promise<void> {
    const text = error instanceof Error ? error.message : String(error);
    await this.store.add({
      id: newId(),
      consumer,
      subject: fact.subject,
      message_id: fact.messageId,
      payload: fact.payload,
      error: text.slice(0, maxErrorLength),
      attempts,
    });
  }

  async list(service: string, { before, at_most = largestPage }: DeadLettersQuery): Promise<DeadLetter[]> {
    const rows = await this.store.list(before !== undefined && idPattern.test(before) ? before : null, at_most);
    return rows.map((row) => toDeadLetter(row, service));
  }

  async get(id: string, service: string): Promise<DeadLetterWithPayload> {
    const row = await this.find(id);
    return { ...toDeadLetter(row, service), payload: JSON.parse(row.payload) as object };
  }

  /** Counts at most 10,000. */
  async count(): Promise<number> {
    return (await this.store.count()).reduce((sum, { count }) => sum + count, 0);
  }

  /** Handles the fact once more. A failure keeps the dead letter, and the caller gets the reason. */
  async replay(id: string, handle: (consumer: string, fact: Fact) => Promise<void>): Promise<{ replayed: true }> {
    const row = await this.find(id);
    await this.transactions.run(async () => {
      const call = currentCall() ?? { requestId: row.message_id };
      await handle(row.consumer, { subject: row.subject, messageId: row.message_id, payload: row.payload, call });
      await this.store.drop(id);
    });
    return { replayed: true };
  }

  async drop(id: string): Promise<{ deleted: true }> {
    await this.find(id);
    await this.store.drop(id);
    return { deleted: true };
  }

  private async find(id: string): Promise<DeadLetterEntity> {
    const row = idPattern.test(id) ? await this.store.find(id) : undefined;
    if (!row) throw new Problem('dead-letter-not-found', 'There is no dead letter with this id.');
    return row;
  }
}

function toDeadLetter(row: DeadLetterEntity, service: string): DeadLetter {
  const { id, subject, error, attempts } = row;
  return { id, service, subject, error, attempts, received_at: row.received_at.toISOString() };
}
