import type { WebhookRef } from '@ces/contracts/webhooks/webhooks';
import type { WebhookSecret } from '@ces/contracts/webhooks/webhook-secrets';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import { Clock } from '../clock/clock.service.js';
import { QueuesService } from '../queues/queues.service.js';
import { newSecret, openSecret, sealSecret } from './own-secrets.js';
import type { StoredWebhook } from './stored-webhook.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { WebhookEntity } from './webhook.entity.js';

const dayMs = 86_400_000;
/** The previous secret signs for this long after a rotation. */
const previousSignsMs = dayMs;
/** A webhook that a release without secrets of webhooks registered is signed with its client's secrets, too, for this long. */
const clientSignsMs = 30 * dayMs;
const givenAtOnce = 100;

/** The secret of each webhook. It signs the deliveries, so a receiver needs no secret of the client. */
@Injectable()
export class OwnSecretsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly subscriptions: SubscriptionsService,
    private readonly queues: QueuesService,
    private readonly sealer: SecretSealer,
    private readonly clock: Clock,
  ) {}

  async show({ client_id, id }: WebhookRef): Promise<WebhookSecret> {
    const stored = await this.subscriptions.find(client_id, id);
    if (stored.secret !== null) return this.give(stored);
    return this.transactions.run(async () => this.give(await this.subscriptions.lock(client_id, id)));
  }

  /** A second rotation on the same day retires the older secret at once: two sign at the most. */
  rotate({ client_id, id }: WebhookRef): Promise<WebhookSecret> {
    return this.transactions.run(async () => {
      const stored = await this.subscriptions.lock(client_id, id);
      if (stored.secret === null) return this.give(stored);
      const previous_secret_until = new Date(this.clock.now() + previousSignsMs);
      return this.store(stored.id, { previous_secret: stored.secret, previous_secret_until });
    });
  }

  @Every({
    name: 'give-webhook-secrets',
    does: 'Gives a secret to each webhook that a release without secrets of webhooks has registered.',
    seconds: 600,
    atStart: true,
  })
  async giveMissing(): Promise<'more' | 'done'> {
    const found = await this.webhooks.find({ select: { id: true }, where: { secret: IsNull() }, take: givenAtOnce });
    // One transaction each: a transaction that locks several queues could wait for another one in a circle.
    for (const { id } of found) {
      await this.transactions.run(async () => {
        const stored = await this.webhooks.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
        if (stored) await this.give(stored);
      });
    }
    return found.length === givenAtOnce ? 'more' : 'done';
  }

  @Every({
    name: 'forget-webhook-secrets',
    does: 'Deletes secrets of webhooks that were replaced more than a day ago.',
    seconds: 3_600,
  })
  async forgetRetired(): Promise<void> {
    const retired = { previous_secret_until: LessThan(new Date(this.clock.now())) };
    await this.webhooks.update(retired, { previous_secret: null, previous_secret_until: null });
  }

  /** Gives a locked webhook its first secret. Returns the secret that it has already, if there is one. */
  private give({ id, secret }: StoredWebhook): Promise<WebhookSecret> {
    if (secret !== null) return Promise.resolve({ secret: openSecret(this.sealer, id, secret) });
    return this.store(id, { client_secret_until: new Date(this.clock.now() + clientSignsMs) });
  }

  private async store(id: string, others: Partial<WebhookEntity>): Promise<WebhookSecret> {
    const secret = newSecret();
    await this.webhooks.update({ id }, { secret: sealSecret(this.sealer, id, secret), ...others });
    await this.queues.outdate(id);
    this.subscriptions.tellAfterCommit(id);
    return { secret };
  }

  private get webhooks() {
    return this.transactions.of(WebhookEntity);
  }
}
