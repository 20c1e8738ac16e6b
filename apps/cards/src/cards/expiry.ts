import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Transactions } from '@ces/messaging/transactions';
import { CardsConfig } from '../cards.config.js';
import { CardFacts } from './card-facts.js';

const batchSize = 500;
const lock = 0x6578_7069; // 'expi'

/** Makes the state of cards follow their expiration, and tells of it. One replica at a time does it. */
@Injectable()
export class Expiry implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Expiry');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly facts: CardFacts,
    private readonly config: CardsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.sweep()
        .catch((error: unknown) => {
          this.logger.warn({ err: error }, 'cards were not expired; it is tried again soon');
        })
        .finally(() => (this.running = undefined));
    }, this.config.CARD_EXPIRY_SECONDS * 1_000);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Batch by batch, each a transaction: a million cards that expire at midnight hold up nobody. */
  async sweep(): Promise<void> {
    while (!this.stopped && (await this.expireBatch()) === batchSize);
  }

  private expireBatch(): Promise<number> {
    return this.transactions.run(async (tx) => {
      const [held] = await tx.query<{ free: boolean }[]>('SELECT pg_try_advisory_xact_lock($1) AS free', [lock]);
      if (!held?.free) return 0;
      const [expired] = await tx.query<[{ id: string }[], number]>(
        `UPDATE card SET state = 'expired', updated_at = now() WHERE id IN (
           SELECT id FROM card WHERE expiration <= now() AND state IN ('active', 'inactive')
            ORDER BY expiration LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
         ) RETURNING id`,
      );
      const ids = expired.map((card) => card.id);
      await this.facts.changed(tx, ids, ['state']);
      return expired.length;
    });
  }
}
