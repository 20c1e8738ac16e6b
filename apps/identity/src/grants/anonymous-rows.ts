import { Problem } from '@ces/contracts/problems';
import { networkOf } from '@ces/service/http/network-of';
import { Injectable, Logger } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { IdentityConfig } from '../identity.config.js';
import type { PayloadRow } from './payload-rows.js';

const countedForMs = 1_000;
/** As long as a row lives. */
const windowMs = 900_000;
/** Of all rows, one network may begin a hundredth in 15 minutes, and so many in any case. */
const leastPerNetwork = 10;

const refused = new Counter({
  name: 'ces_sign_ins_refused_total',
  help: 'Sign-ins refused because too many are under way, in all or of one network',
  labelNames: ['limit'],
});

/**
 * Rows that callers leave behind who have not signed in. They live for 15 minutes; how many there may be is configured.
 * Each replica counts what a network begins, so that a few networks cannot use up the number for all.
 */
@Injectable()
export class AnonymousRows {
  private readonly log = new Logger('AnonymousRows');
  private readonly asking = new AsyncLocalStorage<string>();
  private readonly begun = new Map<string, number>();
  private begunSince = performance.now();
  private rows = 0;
  private countedAt = Number.NEGATIVE_INFINITY;
  private alarmed = false;

  constructor(
    private readonly database: DataSource,
    private readonly config: IdentityConfig,
  ) {}

  /** What `work` keeps is counted for the network of this address. */
  askedFrom<T>(address: string, work: () => T): T {
    return this.asking.run(networkOf(address), work);
  }

  /** Before one is kept. Counted once a second, and in between what came to be here. */
  async demandRoom({ kind, user_id }: Pick<PayloadRow, 'kind' | 'user_id'>): Promise<void> {
    if (user_id !== undefined || (kind !== 'Interaction' && kind !== 'Session')) return;
    const network = this.asking.getStore();
    if (network !== undefined) this.demandShare(network);
    if (performance.now() - this.countedAt > countedForMs) await this.count();
    if (this.isFull()) throw refusal('all', 1);
    this.rows += 1;
    if (network !== undefined) this.begun.set(network, this.begunBy(network) + 1);
  }

  private demandShare(network: string): void {
    const age = performance.now() - this.begunSince;
    if (age > windowMs) {
      this.begun.clear();
      this.begunSince = performance.now();
    } else if (this.begunBy(network) >= Math.max(leastPerNetwork, this.config.SIGN_INS_UNDER_WAY / 100)) {
      throw refusal('network', Math.ceil((windowMs - age) / 1_000));
    }
  }

  private begunBy(network: string): number {
    return this.begun.get(network) ?? 0;
  }

  /** Logged once, until a tenth is free again. */
  private isFull(): boolean {
    const most = this.config.SIGN_INS_UNDER_WAY;
    const full = this.rows >= most;
    if (full && !this.alarmed) this.log.error('sign-ins are refused: SIGN_INS_UNDER_WAY are under way');
    this.alarmed = full || (this.alarmed && this.rows > most * 0.9);
    return full;
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

function refusal(limit: 'all' | 'network', retry_after: number): Problem {
  refused.inc({ limit });
  return new Problem('service-unavailable', 'More sign-ins are under way than can be remembered.', { retry_after });
}
