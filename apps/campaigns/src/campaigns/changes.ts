import { Gate } from '@ces/messaging/gate';
import { Transactions } from '@ces/messaging/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A change holds a connection while other services are asked, and needs another: judging must find some, too. */
const atOnce = 3;

/** Transactions that change campaigns, so many at once; others wait in line. */
@Injectable()
export class Changes {
  private readonly gate = new Gate(atOnce);

  constructor(private readonly transactions: Transactions) {}

  run<T>(change: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.gate.run(() => this.transactions.run(change));
  }
}
