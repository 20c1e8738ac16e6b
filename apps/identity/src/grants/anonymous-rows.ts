import { Problem } from '@ces/contracts/problems';
import { networkOf } from '@ces/service/http/network-of';
import { Injectable, Logger } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Counter } from 'prom-client';
import { IdentityConfig } from '../identity.config.js';
import { OAuthPayloadStore } from './oauth-payload.store.js';
import type { PayloadRow } from './payload-rows.js';

const countedForMs = 1_000;
/** The life of a row. */
const windowMs = 900_000;
/** One network may begin a hundredth of all rows in 15 minutes, and at least this many. */
const leastPerNetwork = 10;
const limited = new Set(['Interaction', 'Session', 'DeviceCode']);

const refused = new Counter({
  name: 'ces_sign_ins_refused_total',
  help: 'Sign-ins refused because too many are under way, in all or of one network',
  labelNames: ['limit'],
});

/**
 * Limits the rows of callers who have not signed in. Such rows live for 15 minutes; SIGN_INS_UNDER_WAY limits them all. Each
 * replica also counts what a network begins, so that a few networks cannot use up the limit for everyone.
 */
@Injectable()
export class AnonymousRows {
  private readonly logger = new Logger('AnonymousRows');
  private readonly asking = new AsyncLocalStorage<string>();
  private readonly begun = new Map<string, number>();
  private begunSince = performance.now();
  private rows = 0;
  private countedAt = Number.NEGATIVE_INFINITY;
  private alarmed = false;

  constructor(
    private readonly store: OAuthPayloadStore,
    private readonly config: IdentityConfig,
  ) {}

  /** Counts the rows that `work` keeps for the network of this address. */
  askedFrom<T>(address: string, work: () => T): T {
    return this.asking.run(networkOf(address), work);
  }

  /** Call it before a row is kept. Rows in the database are counted once a second; in between, rows of this replica. */
  async demandRoom({ kind, user_id }: Pick<PayloadRow, 'kind' | 'user_id'>): Promise<void> {
    if (user_id !== undefined || !limited.has(kind)) return;
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

  /** Logs once, and again only after a tenth was free. */
  private isFull(): boolean {
    const most = this.config.SIGN_INS_UNDER_WAY;
    const full = this.rows >= most;
    if (full && !this.alarmed) this.logger.error('sign-ins are refused: SIGN_INS_UNDER_WAY are under way');
    this.alarmed = full || (this.alarmed && this.rows > most * 0.9);
    return full;
  }

  private async count(): Promise<void> {
    this.countedAt = performance.now();
    this.rows = await this.store.countAnonymous(this.config.SIGN_INS_UNDER_WAY);
  }
}

function refusal(limit: 'all' | 'network', retry_after: number): Problem {
  refused.inc({ limit });
  return new Problem('service-unavailable', 'More sign-ins are under way than can be remembered.', { retry_after });
}
