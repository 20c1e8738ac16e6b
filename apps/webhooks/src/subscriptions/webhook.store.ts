import type { DisabledReason } from '@ces/contracts/webhooks/webhook-events';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SecretColumns } from './own-secrets.js';
import type { WebhookEntity } from './webhook.entity.js';

export type TargetRow = Pick<WebhookEntity, 'client_id' | 'events' | 'url' | 'host' | 'headers' | 'lanes'> &
  SecretColumns;

/** Webhooks. SQL where a set of them is read for couriers, and where a statement decides and writes at once. */
@Injectable()
export class WebhookStore {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Makes registrations of one client wait for each other, so that together they cannot pass its limit. */
  async lockClient(clientId: string): Promise<void> {
    await this.transactions.open.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))`, [
      clientId,
    ]);
  }

  async lock(id: string): Promise<void> {
    await this.transactions.open.query('SELECT FROM webhook WHERE id = $1 FOR UPDATE', [id]);
  }

  /** Disables a webhook; undefined when it is disabled already or deleted. */
  async disable(id: string, reason: DisabledReason): Promise<WebhookEntity | undefined> {
    const [[webhook]] = await this.transactions.open.query<[WebhookEntity[], number]>(
      `UPDATE webhook SET enabled = false, disabled_reason = $2, disabled_at = now()
        WHERE id = $1 AND enabled RETURNING *`,
      [id, reason],
    );
    return webhook;
  }

  async deleteOf(clientId: string): Promise<string[]> {
    const [deleted] = await this.transactions.open.query<[{ id: string }[], number]>(
      'DELETE FROM webhook WHERE client_id = $1 RETURNING id',
      [clientId],
    );
    return deleted.map(({ id }) => id);
  }

  /** The enabled ones of these webhooks, read outside of any transaction. */
  findEnabled(ids: string[]): Promise<TargetRow[]> {
    return this.database.query<TargetRow[]>(
      `SELECT id, client_id, events, url, host, headers, lanes, secret, previous_secret, previous_secret_until, client_secret_until
         FROM webhook WHERE id = ANY ($1::uuid[]) AND enabled`,
      [ids],
    );
  }

  /** Corrects hosts, unless the webhook is being changed or its URL has changed. Waits for no lock. */
  async correctHosts(right: { id: string; url: string; host: string }[]): Promise<void> {
    await this.database.query(
      `WITH free AS (
           SELECT w.id, given.host FROM webhook w JOIN jsonb_to_recordset($1::jsonb) AS given (id uuid, url text, host text)
               ON given.id = w.id AND given.url = w.url
              FOR NO KEY UPDATE OF w SKIP LOCKED)
         UPDATE webhook w SET host = free.host FROM free WHERE w.id = free.id`,
      [JSON.stringify(right)],
    );
  }
}
