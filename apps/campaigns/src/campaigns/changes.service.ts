import { Problem } from '@ces/contracts/problems';
import { Gate } from '@ces/messaging/calls/gate';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CampaignsConfig } from '../campaigns.config.js';

/** The definition of an event may change while a campaign is checked against it. */
const attempts = 5;

/** Transactions that change campaigns, so many at once; others wait in line. */
@Injectable()
export class Changes {
  private readonly gate: Gate;

  constructor(
    private readonly transactions: Transactions,
    { DATABASE_POOL }: CampaignsConfig,
  ) {
    // A change holds a connection while other services are asked, and needs another; commands with a key, which wait here
    // with theirs, hold up to a half of all. Judging and the relay must find some, too.
    this.gate = new Gate(Math.max(1, Math.floor(DATABASE_POOL / 4)));
  }

  run<T>(change: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.gate.run(() => this.transactions.run(change));
  }

  /**
   * A change of what is prepared without a transaction; both anew when it answers undefined. All attempts have one place in
   * line: with an Idempotency-Key the campaign stays locked between them, and whoever is let in meanwhile may wait for it.
   */
  async runPrepared<P, T>(
    prepare: () => Promise<P>,
    change: (tx: EntityManager, prepared: P) => Promise<T | undefined>,
  ): Promise<T> {
    // Before the line: nobody in it has to wait for services that do not answer.
    let prepared = await prepare();
    return this.gate.run(async () => {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const changed = await this.transactions.run((tx) => change(tx, prepared));
        if (changed !== undefined) return changed;
        prepared = await prepare();
      }
      throw new Problem('service-unavailable', 'The event definitions are changing too fast.', { retry_after: 1 });
    });
  }
}
