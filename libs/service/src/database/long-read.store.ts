import { Problem } from '@ces/contracts/problems';
import { longReadMs } from '@ces/contracts/rpc';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { isCancelled } from './violations.js';

/** Reads over all rows of a service. SQL because their limit is a setting of the transaction. */
@Injectable()
export class LongReadStore {
  constructor(private readonly transactions: Transactions) {}

  /** PostgreSQL ends a statement when its caller stops waiting, so that a repeated call finds none of its kind. */
  async run<T>(read: () => Promise<T>, longestMs = longReadMs): Promise<T> {
    try {
      return await this.transactions.run(async () => {
        await this.transactions.open.query(`SET LOCAL statement_timeout = ${longestMs}`);
        return read();
      });
    } catch (error) {
      if (!isCancelled(error)) throw error;
      const detail = `The database needs more than ${longestMs / 1_000} s for this.`;
      throw new Problem('service-unavailable', detail, { retry_after: 60 });
    }
  }
}
