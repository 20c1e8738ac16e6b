import { Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/** The most jobs of one kind that wait or run. */
const mostJobs = 20;

/** The line in which jobs of a kind wait. SQL because TypeORM has no advisory locks. */
@Injectable()
export class JobLineStore {
  constructor(private readonly transactions: Transactions) {}

  /** Lets one request after the other count the jobs of the line and add one, and refuses when the line is full. */
  async demandPlace(line: string, count: () => Promise<number>): Promise<void> {
    await this.transactions.open.query(`SELECT pg_advisory_xact_lock(hashtextextended('line of ' || $1, 0))`, [line]);
    if ((await count()) < mostJobs) return;
    throw new Problem('service-unavailable', `There are ${mostJobs} ${line} that have not ended yet.`, {
      retry_after: 60,
    });
  }
}
