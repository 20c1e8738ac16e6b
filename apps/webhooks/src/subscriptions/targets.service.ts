import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { Transactions } from '@ces/messaging/storage/transactions';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable, Logger } from '@nestjs/common';
import type { Reader } from '../log/log-event.js';
import { openSecrets, type OwnSecrets } from './own-secrets.js';
import { openHeaders } from './stored-webhook.js';
import { WebhookEntity } from './webhook.entity.js';
import { WebhookStore, type TargetRow } from './webhook.store.js';

export interface Target extends Reader {
  names: WebhookEventName[];
  url: URL;
  headers: Record<string, string>;
  secrets: OwnSecrets;
  /** The number of requests that may be under way at once. */
  lanes: number;
}

export type { TargetRow };

@Injectable()
export class Targets {
  private readonly logger = new Logger('Targets');

  constructor(
    private readonly store: WebhookStore,
    private readonly transactions: Transactions,
    private readonly sealer: SecretSealer,
  ) {}

  async find(webhookId: string): Promise<Target | undefined> {
    const row = await this.transactions.of(WebhookEntity).findOneBy({ id: webhookId });
    return row ? this.toTarget(row) : undefined;
  }

  /**
   * The enabled ones of these webhooks. A claim reads them in a second statement: the claim itself sees the webhook as it
   * was when the claim began, and its version as it is.
   */
  async findEnabled(webhookIds: string[]): Promise<Map<string, TargetRow>> {
    const rows = await this.store.findEnabled(webhookIds);
    await this.correctHosts(rows);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The previous release writes webhooks without their host, or leaves an old one. Claims would then count the wrong host. */
  private async correctHosts(rows: TargetRow[]): Promise<void> {
    const right = rows.flatMap(({ id, url, host: stored }) => {
      const host = URL.parse(url)?.hostname;
      return host === undefined || host === stored ? [] : [{ id, url, host }];
    });
    if (right.length === 0) return;
    try {
      await this.store.correctHosts(right);
    } catch (error) {
      this.logger.warn({ err: error }, 'hosts of webhooks were not corrected; the next claim tries again');
    }
  }

  /** Throws when the headers or the secrets cannot be opened. */
  toTarget(row: TargetRow): Target {
    return {
      webhook_id: row.id,
      client_id: row.client_id,
      names: row.events,
      url: new URL(row.url),
      headers: withoutTrace(openHeaders(this.sealer, row)),
      secrets: openSecrets(this.sealer, row),
      lanes: row.lanes,
    };
  }
}

/** Webhooks of earlier releases may have trace headers, which the service sets itself now. */
function withoutTrace(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^trace(parent|state)$/i.test(name)));
}
