import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/** Sessions of the portal. SQL because the oldest sessions beyond a number are deleted in one statement. */
@Injectable()
export class PortalSessionStore {
  constructor(private readonly transactions: Transactions) {}

  /** Keeps the newest sessions of a client. Their ids sort by the time of their making. */
  async keepNewest(clientId: string, count: number): Promise<void> {
    await this.transactions.open.query(
      `DELETE FROM portal_session WHERE client_id = $1 AND id <=
         (SELECT id FROM portal_session WHERE client_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
      [clientId, count],
    );
  }
}
