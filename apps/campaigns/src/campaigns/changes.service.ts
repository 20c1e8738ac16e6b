import { Problem } from '@ces/contracts/problems';
import { Gate } from '@ces/messaging/calls/gate';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { CampaignsConfig } from '../campaigns.config.js';

/** The definition of an event may change while a campaign is checked against it. */
const attempts = 5;

/** Runs the transactions that change campaigns, a few at a time. The others wait in line. */
@Injectable()
export class ChangesService {
  private readonly gate: Gate;

  constructor(
    private readonly transactions: Transactions,
    { DATABASE_POOL }: CampaignsConfig,
  ) {
    // A change holds a connection while it asks other services, and takes a second one. Commands with an Idempotency-Key wait
    // here with a connection, and hold up to half of all. The limit leaves some for judging and the relay.
    this.gate = new Gate(Math.max(1, Math.floor(DATABASE_POOL / 4)));
  }

  run<T>(change: () => Promise<T>): Promise<T> {
    return this.gate.run(() => this.transactions.run(change));
  }

  /**
   * Checks outside a transaction, then changes in one; repeats both while `change` returns undefined. All attempts keep one
   * place in line, because with an Idempotency-Key the campaign stays locked between them and would block the next in line.
   */
  async runChecked<Checked, T>(
    check: () => Promise<Checked>,
    change: (checked: Checked) => Promise<T | undefined>,
  ): Promise<T> {
    // The first check runs before the line, so that the line does not wait for services that do not answer.
    let checked = await check();
    return this.gate.run(async () => {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const changed = await this.transactions.run(() => change(checked));
        if (changed !== undefined) return changed;
        checked = await check();
      }
      throw new Problem('service-unavailable', 'The event definitions are changing too fast.', { retry_after: 1 });
    });
  }
}
