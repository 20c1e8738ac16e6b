import type { WebhookEventName } from '@ces/contracts/webhook-events';
import { SecretSealer } from '@ces/service/sealer';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Reader } from '../log/log-event.js';
import { openHeaders, type StoredWebhook } from '../subscriptions/stored-webhook.js';

/** What a sender has to know of a webhook. */
export interface Target extends Reader {
  names: WebhookEventName[];
  url: URL;
  /** As it is stored: by it whoever claims tells webhooks apart. */
  host: string;
  headers: Record<string, string>;
}

export type Subscription = Pick<StoredWebhook, 'id' | 'client_id' | 'events' | 'url' | 'host' | 'headers'>;

@Injectable()
export class Targets {
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
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Throws when the headers cannot be opened. */
  toTarget(row: Subscription): Target {
    return {
      webhook_id: row.id,
      client_id: row.client_id,
      names: row.events,
      url: new URL(row.url),
      host: row.host,
      headers: withUserAgent(openHeaders(this.sealer, row)),
    };
  }
}

function withUserAgent(headers: Record<string, string>): Record<string, string> {
  const own = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
  return own ? headers : { 'User-Agent': 'Customer-Engagement-Service', ...headers };
}
