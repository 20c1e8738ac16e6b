import type { OpenSteps } from '@ces/contracts/identity/registration';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/** SQL because one statement answers for opt-ins and cards together. */
@Injectable()
export class OpenStepStore {
  constructor(private readonly transactions: Transactions) {}

  /** Whether a required opt-in is not given, and whether the user has no card. */
  async find(userId: string): Promise<OpenSteps> {
    const [row] = await this.transactions.current.query<OpenSteps[]>(
      `SELECT EXISTS (
                SELECT 1 FROM optin WHERE required AND retired_at IS NULL AND NOT coalesce((
                  SELECT opted_in FROM consent WHERE user_id = $1 AND optin_id = optin.id ORDER BY consent.id DESC LIMIT 1
                ), false)
              ) AS optins,
              NOT EXISTS (SELECT 1 FROM card_holder WHERE user_id = $1) AS card`,
      [userId],
    );
    if (!row) throw new Error('the database gave no answer about open steps');
    return row;
  }
}
