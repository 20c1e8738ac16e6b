import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Reader } from '../log/log-event.js';
import { openHeaders, type StoredWebhook } from './stored-webhook.js';

/** What a sender has to know of a webhook. */
export interface Target extends Reader {
  names: WebhookEventName[];
  url: URL;
  headers: Record<string, string>;
}

export type Subscription = Pick<StoredWebhook, 'id' | 'client_id' | 'events' | 'url' | 'host' | 'headers'>;

@Injectable()
export class Targets {
  private readonly logger = new Logger('Targets');

  constructor(
    private readonly database: DataSource,
    private readonly sealer: SecretSealer,
  ) {}

  async of(webhookIds: string[]): Promise<Map<string, Target>> {
    const rows = await this.database.query<StoredWebhook[]>('SELECT * FROM webhook WHERE id = ANY ($1::uuid[])', [
      webhookIds,
    ]);
    return new Map(rows.map((row) => [row.id, this.toTarget(row)]));
  }

  /**
   * Of those that are enabled. Who has claimed them reads them after that: the claim itself sees them as they were when it
   * began, and their version as it is.
   */
  async subscriptionsOf(webhookIds: string[]): Promise<Map<string, Subscription>> {
    const rows = await this.database.query<Subscription[]>(
      'SELECT id, client_id, events, url, host, headers FROM webhook WHERE id = ANY ($1::uuid[]) AND enabled',
      [webhookIds],
    );
    await this.correctHosts(rows);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * The release before writes webhooks without their host, or leaves another's; whoever claims would take it for that. Waits
   * for nobody: what is being changed is found again.
   */
  private async correctHosts(rows: Subscription[]): Promise<void> {
    const right = rows.flatMap(({ id, url, host: stored }) => {
      const host = URL.parse(url)?.hostname;
      return host === undefined || host === stored ? [] : [{ id, url, host }];
    });
    if (right.length === 0) return;
    try {
      await this.database.query(
        `WITH free AS (
           SELECT w.id, given.host FROM webhook w JOIN jsonb_to_recordset($1::jsonb) AS given (id uuid, url text, host text)
               ON given.id = w.id AND given.url = w.url
              FOR NO KEY UPDATE OF w SKIP LOCKED)
         UPDATE webhook w SET host = free.host FROM free WHERE w.id = free.id`,
        [JSON.stringify(right)],
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'hosts of webhooks were not corrected; tried again when they are claimed');
    }
  }

  /** Throws when the headers cannot be opened. */
  toTarget(row: Subscription): Target {
    return {
      webhook_id: row.id,
      client_id: row.client_id,
      names: row.events,
      url: new URL(row.url),
      headers: withoutTrace(openHeaders(this.sealer, row)),
    };
  }
}

/** Webhooks of earlier releases may have a header that is the service's own by now. */
function withoutTrace(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^trace(parent|state)$/i.test(name)));
}
