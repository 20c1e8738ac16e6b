import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IdentityConfig } from '../identity.config.js';
import type { PayloadRow } from './payload-rows.js';

const countedForMs = 1_000;

/**
 * Rows that callers leave behind who have not signed in. They live for 15 minutes; how many there may be is configured, and
 * one address, which is held to 100 requests a second by default, cannot use up the default.
 */
@Injectable()
export class AnonymousRows {
  private rows = 0;
  private countedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: DataSource,
    private readonly config: IdentityConfig,
  ) {}

  /** Before one is kept. Counted once a second, and in between what came to be here. */
  async demandRoom({ kind, user_id }: Pick<PayloadRow, 'kind' | 'user_id'>): Promise<void> {
    if (user_id !== undefined || (kind !== 'Interaction' && kind !== 'Session')) return;
    if (performance.now() - this.countedAt > countedForMs) await this.count();
    if (this.rows >= this.config.SIGN_INS_UNDER_WAY) {
      throw new Problem('service-unavailable', 'More sign-ins are under way than can be remembered.', {
        retry_after: 1,
      });
    }
    this.rows += 1;
  }

  private async count(): Promise<void> {
    this.countedAt = performance.now();
    const [found] = await this.database.query<{ rows: number }[]>(
      `SELECT count(*)::int AS rows FROM (SELECT FROM oauth_payload
         WHERE user_id IS NULL AND kind IN ('Interaction', 'Session') LIMIT $1) kept`,
      [this.config.SIGN_INS_UNDER_WAY],
    );
    this.rows = found?.rows ?? 0;
  }
}
