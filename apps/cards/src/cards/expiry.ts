import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Transactions } from '@ces/messaging/storage/transactions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { CardsConfig } from '../cards.config.js';
import { CardFacts } from './card-facts.js';

const batchSize = 500;
const lock = 0x6578_7069; // 'expi'

/** Makes the state of cards follow their expiration, and tells of it. One replica at a time does it. */
@Injectable()
export class Expiry implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Expiry');
  private repeated: Repeated | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly facts: CardFacts,
    private readonly config: CardsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.repeated = repeat(
      this.config.CARD_EXPIRY_SECONDS * 1_000,
      () => this.expireBatch(),
      (error) => {
        this.logger.warn({ err: error }, 'cards were not expired; it is tried again soon');
      },
      'later',
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeated?.end();
  }

  /** Each batch is a transaction: a million cards that expire at midnight hold up nobody. */
  private expireBatch(): Promise<'more' | 'done'> {
    return this.transactions.run(async (tx) => {
      const [held] = await tx.query<{ free: boolean }[]>('SELECT pg_try_advisory_xact_lock($1) AS free', [lock]);
      if (!held?.free) return 'done';
      const [expired] = await tx.query<[{ id: string }[], number]>(
        `UPDATE card SET state = 'expired', updated_at = now() WHERE id IN (
           SELECT id FROM card WHERE expiration <= now() AND state IN ('active', 'inactive')
            ORDER BY expiration LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
         ) RETURNING id`,
      );
      const ids = expired.map((card) => card.id);
      await this.facts.changed(tx, ids, ['state']);
      return expired.length === batchSize ? 'more' : 'done';
    });
  }
}
