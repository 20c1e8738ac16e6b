import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { isLockTimeout } from '../database/violations.js';

/** Locks keys, also those that no object has yet. SQL because TypeORM has no advisory locks. */
@Injectable()
export class KeyLockStore {
  constructor(private readonly transactions: Transactions) {}

  /** Makes other requests for the key wait until the transaction ends. Returns false after 3 s of waiting. */
  async lock(key: string): Promise<boolean> {
    const tx = this.transactions.open;
    await tx.query(`SET LOCAL lock_timeout = '3s'`);
    try {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('key of ' || $1, 0))`, [key]);
    } catch (error) {
      if (isLockTimeout(error)) return false;
      throw error;
    }
    await tx.query('SET LOCAL lock_timeout = DEFAULT');
    return true;
  }
}
