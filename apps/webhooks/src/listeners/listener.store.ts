import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { ListenerEntity } from './listener.entity.js';

/** Listeners. SQL because a listener begins at the end of the log, and because of the lock of its client. */
@Injectable()
export class ListenerStore {
  constructor(private readonly transactions: Transactions) {}

  /** Makes registrations of one client wait for each other, so that together they cannot pass its limit. */
  async lockClient(clientId: string): Promise<void> {
    await this.transactions.open.query(`SELECT pg_advisory_xact_lock(hashtextextended('listeners of ' || $1, 0))`, [
      clientId,
    ]);
  }

  /** A new listener begins at the end of the log. */
  async begin({ id, client_id, events, secret, read_at }: Omit<ListenerEntity, 'position'>): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO listener (id, client_id, events, secret, position, read_at)
       SELECT $1, $2, $3, $4, position, $5 FROM log_clock`,
      [id, client_id, events, secret, read_at],
    );
  }
}
