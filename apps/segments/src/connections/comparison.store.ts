import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { ComparisonEntity } from './comparison.entity.js';

/** Facts live for a day: after a longer absence than this everything is compared again. */
const awayHours = 12;
const againHours = 24;

/** How far the copy has been compared with identity. SQL because all times are the database's. */
@Injectable()
export class ComparisonStore {
  constructor(private readonly transactions: Transactions) {}

  async isComplete(): Promise<boolean> {
    const [comparison] = await this.transactions.of(ComparisonEntity).find();
    return comparison?.complete ?? false;
  }

  async knownUntil(): Promise<string | null> {
    const [comparison] = await this.transactions.of(ComparisonEntity).find();
    return comparison?.known_until ?? null;
  }

  async setKnownUntil(change: string): Promise<void> {
    await this.transactions.open.query('UPDATE connection_walk SET known_until = $1', [change]);
  }

  /**
   * Records once a minute that the service runs; after a long absence the comparison starts anew. Returns whether one is
   * due.
   */
  async recordAlive(): Promise<boolean> {
    const [found] = await this.transactions.current.query<{ due: boolean }[]>(
      `WITH noted AS (
         UPDATE connection_walk SET
           complete = complete AND alive_at > now() - make_interval(hours => $1),
           position = CASE WHEN alive_at > now() - make_interval(hours => $1) THEN position END,
           alive_at = now()
          WHERE single AND alive_at < now() - interval '1 minute' RETURNING complete)
       SELECT ${isDue('$2')} OR EXISTS (SELECT FROM noted WHERE NOT complete) AS due FROM connection_walk`,
      [awayHours, againHours],
    );
    return found?.due ?? false;
  }

  /** Returns undefined when no comparison is due. */
  async findDue(): Promise<Pick<ComparisonEntity, 'position' | 'complete'> | undefined> {
    const tx = this.transactions.open;
    // A crash loses the page together with its position, so the page is compared again.
    await tx.query('SET LOCAL synchronous_commit = off');
    const [due] = await tx.query<Pick<ComparisonEntity, 'position' | 'complete'>[]>(
      `SELECT position, complete FROM connection_walk WHERE ${isDue('$1')}`,
      [againHours],
    );
    return due;
  }

  /** `null` ends the comparison. */
  async setPosition(position: ConnectionRef | null): Promise<void> {
    await this.transactions.open.query(
      `UPDATE connection_walk SET position = $1, complete = complete OR $1::jsonb IS NULL, alive_at = now(),
             ended_at = CASE WHEN $1::jsonb IS NULL THEN now() ELSE ended_at END`,
      [position],
    );
  }

  /** Starts the comparison anew if its position is one of these owners, so that no erased identifier stays there. */
  async forgetPosition(owners: ConnectionRef[]): Promise<void> {
    await this.transactions.open.query(
      `UPDATE connection_walk SET position = NULL FROM json_to_recordset($1) AS t (provider_name text, owner_id text)
        WHERE position->>'provider_name' = t.provider_name AND position->>'owner_id' = t.owner_id`,
      [JSON.stringify(owners)],
    );
  }
}

function isDue(hours: string): string {
  return `(NOT complete OR position IS NOT NULL OR ended_at < now() - make_interval(hours => ${hours}))`;
}
