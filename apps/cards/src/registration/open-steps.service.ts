import type { OpenSteps } from '@ces/contracts/identity/registration';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class OpenStepsService {
  constructor(private readonly database: DataSource) {}

  /** One query, nothing remembered: a change is seen by the next question. */
  async of(userId: string): Promise<OpenSteps> {
    const [row] = await this.database.query<OpenSteps[]>(
      `SELECT EXISTS (
                SELECT 1 FROM optin WHERE required AND retired_at IS NULL AND NOT coalesce((
                  SELECT opted_in FROM consent WHERE user_id = $1 AND optin_id = optin.id ORDER BY consent.id DESC LIMIT 1
                ), false)
              ) AS optins,
              NOT EXISTS (SELECT 1 FROM card_holder WHERE user_id = $1) AS card`,
      [userId],
    );
    if (!row) throw new Error('no answer about open steps');
    return row;
  }
}
