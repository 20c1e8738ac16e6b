import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';

/** A store because of many requests at once only one inserts a run. */
@Injectable()
export class ReconciliationRunStore {
  constructor(private readonly transactions: Transactions) {}

  /** Answers false while an unfinished run of the kind is there. */
  async insertIfNone(id: string, repair: boolean): Promise<boolean> {
    const runs = this.transactions.of(ReconciliationRunEntity);
    const insert = runs.createQueryBuilder().insert().values({ id, repair });
    const { raw } = (await insert.orIgnore().returning('id').execute()) as { raw: unknown[] };
    return raw.length > 0;
  }
}
