import type { Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import type * as contract from '@ces/contracts/webhooks/webhooks';
import { newId } from '@ces/messaging/storage/ids';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable } from '@nestjs/common';
import { And, In, LessThan, type FindOneOptions, type FindOperator } from 'typeorm';
import { LogService } from '../log/log.service.js';
import { QueuesService } from '../queues/queues.service.js';
import { Wakes } from '../wakes/wakes.service.js';
import { WebhooksConfig } from '../webhooks.config.js';
import { ReceiverCheck } from './receiver-check.service.js';
import { newSecret, sealSecret } from './own-secrets.js';
import { hostOf, sealHeaders, toWebhook, webhookNotFound, type StoredWebhook } from './stored-webhook.js';
import { WebhookEntity } from './webhook.entity.js';
import { WebhookStore } from './webhook.store.js';

/** Rows 33 to 35, and changes of a webhook. A client sees only its own webhooks. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: WebhookStore,
    private readonly queues: QueuesService,
    private readonly log: LogService,
    private readonly sealer: SecretSealer,
    private readonly receivers: ReceiverCheck,
    private readonly wakes: Wakes,
    private readonly config: WebhooksConfig,
  ) {}

  /** Row 33: the webhook gets the events from now on. Name servers are asked before the transaction begins. */
  async create(request: contract.CreateWebhook): Promise<() => Promise<contract.Webhook>> {
    await this.receivers.demand(request);
    return () => this.createVetted(request);
  }

  /** Registers a webhook whose receiver was checked. */
  createVetted({ client_id, events, url, headers }: contract.CreateWebhook): Promise<contract.Webhook> {
    const id = newId();
    const webhook: contract.Webhook = { id, events: [...new Set(events)], url, headers: headers ?? {} };
    return this.transactions.run(async () => {
      await this.demandRoom(client_id);
      const sealed = {
        headers: sealHeaders(this.sealer, id, webhook.headers),
        secret: sealSecret(this.sealer, id, newSecret()),
      };
      await this.webhooks.insert({ ...webhook, client_id, host: hostOf(url), ...sealed });
      await this.queues.begin(id);
      this.tellAfterCommit(id);
      return webhook;
    });
  }

  private async demandRoom(clientId: string): Promise<void> {
    const most = this.config.WEBHOOKS_PER_CLIENT;
    await this.store.lockClient(clientId);
    const count = await this.webhooks.countBy({ client_id: clientId });
    if (count >= most) throw new Problem('too-many-webhooks', `A client may have ${most} webhooks.`);
  }

  /** Row 34: all webhooks of the client, or those `among` some. */
  list({ client_id, ...page }: contract.OwnWebhooks, among?: readonly string[]): Promise<Paged<contract.Webhook>> {
    const some = among?.filter(isUuid);
    return pageOf(
      page,
      (before, take) => {
        const wanted = [...(some ? [In(some)] : []), ...(before === null ? [] : [LessThan(before)])];
        const where = { client_id, ...(wanted.length === 0 ? {} : { id: And(...wanted) }) };
        return this.webhooks.find({ where, order: { id: 'DESC' }, take });
      },
      (row) => toWebhook(row, this.sealer),
    );
  }

  /** Those of the ids that name webhooks of the client. */
  async ownAmong(clientId: string, ids: readonly string[]): Promise<Set<string>> {
    return new Set(await this.idsOf(clientId, In(ids.filter(isUuid))));
  }

  async idsOf(clientId: string, among?: FindOperator<string>): Promise<string[]> {
    const where = { client_id: clientId, ...(among && { id: among }) };
    return (await this.webhooks.find({ select: { id: true }, where })).map(({ id }) => id);
  }

  /** Row 35 */
  delete({ client_id, id }: contract.WebhookRef): Promise<{ deleted: true }> {
    return this.transactions.run(async () => {
      await this.lock(client_id, id);
      await this.webhooks.delete({ id });
      await this.queues.forget(id);
      this.tellAfterCommit(id);
      return { deleted: true };
    });
  }

  deleteOf(clientId: string): Promise<void> {
    return this.transactions.run(async () => {
      await this.queues.forgetAll(await this.store.deleteOf(clientId));
      await this.log.forgetClient(clientId);
    });
  }

  async change({ client_id, id, ...changes }: contract.ChangeWebhook): Promise<void> {
    const stored = await this.lock(client_id, id);
    const { events = stored.events, url = stored.url, headers, lanes = stored.lanes } = changes;
    await this.webhooks.update(
      { id },
      {
        events: [...new Set(events)],
        url,
        host: hostOf(url),
        headers: headers ? sealHeaders(this.sealer, id, headers) : stored.headers,
        lanes,
      },
    );
    if (lanes !== stored.lanes) await this.queues.hasten(id);
    await this.queues.outdate(id);
    this.tellAfterCommit(id);
  }

  /** Resumes the queue even if the webhook was enabled, so that a repaired receiver need not wait for a retry. */
  async enable(clientId: string, id: string): Promise<void> {
    await this.lock(clientId, id);
    await this.webhooks.update({ id, enabled: false }, { enabled: true, disabled_reason: null, disabled_at: null });
    await this.queues.resume(id);
    this.tellAfterCommit(id);
  }

  lock(clientId: string, id: string): Promise<StoredWebhook> {
    return this.findOne(clientId, id, { lock: { mode: 'pessimistic_write' } });
  }

  find(clientId: string, id: string): Promise<StoredWebhook> {
    return this.findOne(clientId, id, {});
  }

  tellAfterCommit(id: string): void {
    afterCommit(() => {
      this.wakes.changed(id);
    });
  }

  private async findOne(clientId: string, id: string, how: FindOneOptions<WebhookEntity>): Promise<StoredWebhook> {
    const stored = isUuid(id) ? await this.webhooks.findOne({ where: { id, client_id: clientId }, ...how }) : null;
    if (!stored) throw webhookNotFound();
    return stored;
  }

  private get webhooks() {
    return this.transactions.of(WebhookEntity);
  }
}
