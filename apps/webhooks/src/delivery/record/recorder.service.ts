import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { LeaseTerms } from '../lease-terms.js';
import type { DeliveryRecord, Recorded } from './delivery-record.js';
import { outlastOutage } from './outlast-outage.js';
import { RecordStore } from './record.store.js';

interface Waiting {
  record: DeliveryRecord;
  done: (recorded: Recorded | undefined) => void;
  failed: (error: unknown) => void;
}

const mostAtOnce = 200;

/** Records many deliveries with one commit: records that arrive while one statement is under way share the next one. */
@Injectable()
export class Recorder {
  private readonly waiting: Waiting[] = [];
  private running = false;

  constructor(
    private readonly store: RecordStore,
    private readonly terms: LeaseTerms,
    private readonly transactions: Transactions,
  ) {}

  /** Returns undefined when the lease is lost or the webhook was deleted. */
  record(record: DeliveryRecord): Promise<Recorded | undefined> {
    return new Promise((done, failed) => {
      this.waiting.push({ record, done, failed });
      // The loop serves all callers, so it must not run in the transaction of the caller that starts it.
      if (!this.running) void this.transactions.outside(() => this.run());
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    // Lets records that are ready at the same moment share the first statement.
    await new Promise(setImmediate);
    while (this.waiting.length > 0) {
      const some = this.waiting.splice(0, mostAtOnce);
      try {
        const recorded = await outlastOutage(() => this.write(some));
        for (const { record, done } of some) done(recorded.get(record));
      } catch (error) {
        for (const { failed } of some) failed(error);
      }
    }
    this.running = false;
  }

  private write(some: Waiting[]): Promise<Map<DeliveryRecord, Recorded>> {
    return this.store.write(
      some.map(({ record }) => record),
      this.terms.leaseSeconds,
    );
  }
}
