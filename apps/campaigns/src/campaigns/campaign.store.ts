import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/** Locks and ends of campaigns. SQL because TypeORM has no advisory locks, and an end stands inside a document. */
@Injectable()
export class CampaignStore {
  constructor(private readonly transactions: Transactions) {}

  /** Waits for other changes of the campaign, and makes them wait until the transaction ends. Returns false after 5 s. */
  async lock(id: string): Promise<boolean> {
    const tx = this.transactions.current;
    await tx.query(`SET LOCAL lock_timeout = '5s'`);
    try {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockName(id)]);
    } catch (error) {
      if (isLockTimeout(error)) return false;
      throw error;
    }
    await tx.query('SET LOCAL lock_timeout = DEFAULT');
    return true;
  }

  /** Locks the campaign, or returns false at once while another transaction changes it. */
  async lockIfFree(id: string): Promise<boolean> {
    const [lock] = await this.transactions.current.query<{ free: boolean }[]>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free`,
      [lockName(id)],
    );
    return lock?.free ?? false;
  }

  findEnds(): Promise<{ id: string; ends_at: string }[]> {
    return this.transactions.current.query(
      `SELECT c.id, v.document->>'ends_at' AS ends_at
         FROM campaign c JOIN campaign_version v ON (v.campaign_id, v.version) = (c.id, c.version)
        WHERE c.state IN ('running', 'paused') AND v.document->>'ends_at' IS NOT NULL`,
    );
  }
}

function lockName(id: string): string {
  return `campaign ${id.toLowerCase()}`;
}

function isLockTimeout(error: unknown): boolean {
  return Error.isError(error) && 'code' in error && error.code === '55P03';
}
