import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { ForgottenPasswordEntity } from './forgotten-password.entity.js';

type NewRequest = Omit<ForgottenPasswordEntity, 'attempts'>;

/** Requests for new passwords. SQL because they are counted as they are added, and because a chore claims sets of them. */
@Injectable()
export class ForgottenPasswordStore {
  constructor(private readonly transactions: Transactions) {}

  /** Adds a request, unless so many requests of the client are waiting. */
  async add({ id, username, client_id, locale, page }: NewRequest, mostWaiting: number): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO forgotten_password (id, username, client_id, locale, page) SELECT $1, $2, $3, $4, $5
         WHERE (SELECT count(*) FROM (SELECT FROM forgotten_password WHERE client_id = $3 LIMIT $6) waiting) < $6`,
      [id, username, client_id, locale, page, mostWaiting],
    );
  }

  async claim(atMost: number): Promise<ForgottenPasswordEntity[]> {
    const [claimed] = await this.transactions.open.query<[ForgottenPasswordEntity[], number]>(
      `UPDATE forgotten_password SET attempts = attempts + 1 WHERE id IN (
         SELECT id FROM forgotten_password ORDER BY attempts, id LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING *`,
      [atMost],
    );
    return claimed;
  }
}
