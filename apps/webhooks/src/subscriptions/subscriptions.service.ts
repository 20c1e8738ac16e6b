import type { Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import type * as contract from '@ces/contracts/webhooks/webhooks';
import { newId } from '@ces/messaging/storage/ids';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { outdate } from '../queues/queue.store.js';
import { Wakes } from '../wakes/wakes.service.js';
import { WebhooksConfig } from '../webhooks.config.js';
import { ReceiverCheck } from './receiver-check.service.js';
import { hostOf, sealHeaders, toWebhook, webhookNotFound, type StoredWebhook } from './stored-webhook.js';

/** Rows 33 to 35, and changes of a webhook. A client has only its own. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly sealer: SecretSealer,
    private readonly receivers: ReceiverCheck,
    private readonly wakes: Wakes,
    private readonly config: WebhooksConfig,
  ) {}

  /** Row 33: it gets what happens from now on. Name servers are waited for before there is a transaction. */
  async create(request: contract.CreateWebhook): Promise<() => Promise<contract.Webhook>> {
    await this.receivers.demand(request);
    return () => this.store(request);
  }

  private store({ client_id, events, url, headers }: contract.CreateWebhook): Promise<contract.Webhook> {
    const id = newId();
    return this.transactions.run(async (tx) => {
      await this.demandRoom(tx, client_id);
      const [stored] = await tx.query<StoredWebhook[]>(
        'INSERT INTO webhook (id, client_id, events, url, host, headers) VALUES ($1, $2, $3, $4, $5, $6) RETURNING *',
        [id, client_id, [...new Set(events)], url, hostOf(url), sealHeaders(this.sealer, id, headers ?? {})],
      );
      if (!stored) throw new Error('a webhook was not written');
      await tx.query('INSERT INTO delivery (webhook_id, cursor) SELECT $1, position FROM log_clock', [id]);
      return toWebhook(stored, this.sealer);
    });
  }

  /** One client's registrations wait for each other: so many at once cannot pass the limit together. */
  private async demandRoom(tx: EntityManager, clientId: string): Promise<void> {
    const most = this.config.WEBHOOKS_PER_CLIENT;
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))`, [clientId]);
    const [row] = await tx.query<{ count: number }[]>(
      'SELECT count(*)::integer AS count FROM webhook WHERE client_id = $1',
      [clientId],
    );
    if (row && row.count >= most) throw new Problem('too-many-webhooks', `A client may have ${most} webhooks.`);
  }

  /** Row 34 */
  list({ client_id, ...page }: contract.OwnWebhooks): Promise<Paged<contract.Webhook>> {
    const sql = `SELECT * FROM webhook
      WHERE client_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;
    return pageOf(
      page,
      (...bounds) => this.database.query<StoredWebhook[]>(sql, [client_id, ...bounds]),
      (row) => toWebhook(row, this.sealer),
    );
  }

  /** Row 35 */
  delete({ client_id, id }: contract.WebhookRef): Promise<{ deleted: true }> {
    return this.transactions.run(async (tx) => {
      await this.lock(tx, client_id, id);
      await tx.query('DELETE FROM webhook WHERE id = $1', [id]);
      await tx.query('DELETE FROM set_aside WHERE webhook_id = $1', [id]);
      this.tellAfterCommit(id);
      return { deleted: true };
    });
  }

  async change(tx: EntityManager, { client_id, id, ...changes }: contract.ChangeWebhook): Promise<void> {
    const stored = await this.lock(tx, client_id, id);
    const { events = stored.events, url = stored.url, headers } = changes;
    await tx.query('UPDATE webhook SET events = $2, url = $3, host = $4, headers = $5 WHERE id = $1', [
      id,
      [...new Set(events)],
      url,
      hostOf(url),
      headers ? sealHeaders(this.sealer, id, headers) : stored.headers,
    ]);
    await outdate(tx, id);
    this.tellAfterCommit(id);
  }

  /** The webhook, locked until the transaction ends. */
  async lock(tx: EntityManager, clientId: string, id: string): Promise<StoredWebhook> {
    const [stored] = isUuid(id)
      ? await tx.query<StoredWebhook[]>('SELECT * FROM webhook WHERE id = $1 AND client_id = $2 FOR UPDATE', [
          id,
          clientId,
        ])
      : [];
    if (!stored) throw webhookNotFound();
    return stored;
  }

  async find(clientId: string, id: string, tx = this.database.manager): Promise<StoredWebhook> {
    const [stored] = isUuid(id)
      ? await tx.query<StoredWebhook[]>('SELECT * FROM webhook WHERE id = $1 AND client_id = $2', [id, clientId])
      : [];
    if (!stored) throw webhookNotFound();
    return stored;
  }

  tellAfterCommit(id: string): void {
    afterCommit(() => {
      this.wakes.changed(id);
    });
  }
}
