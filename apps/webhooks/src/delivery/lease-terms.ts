import { Leases } from '@ces/messaging/storage/leases';
import { Injectable } from '@nestjs/common';
import { WebhooksConfig } from '../webhooks.config.js';

const marginSeconds = 5;

/** The terms of this process's leases: a lease lasts longer than a delivery can, and is renewed before each delivery. */
@Injectable()
export class LeaseTerms {
  readonly owner: string;
  readonly leaseSeconds: number;
  /** A request that begins within this time after the lease was confirmed ends a second before the lease. */
  readonly safeMs = (marginSeconds - 1) * 1_000;

  constructor(config: WebhooksConfig, leases: Leases) {
    this.owner = leases.self;
    this.leaseSeconds = config.WEBHOOK_TIMEOUT_SECONDS + marginSeconds;
  }
}
