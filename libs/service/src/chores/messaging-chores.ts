import { Idempotency } from '@ces/messaging/calls/idempotency/idempotency';
import { ErasedFactStore } from '@ces/messaging/facts/reconcile/erased-fact.store';
import { factRetentionMs } from '@ces/messaging/facts/streams';
import { InboxStore } from '@ces/messaging/storage/inbox.store';
import { OutboxStore } from '@ces/messaging/facts/outbox.store';
import { Injectable } from '@nestjs/common';
import { Every } from './every.js';

@Injectable()
export class MessagingChores {
  constructor(
    private readonly outbox: OutboxStore,
    private readonly inbox: InboxStore,
    private readonly idempotency: Idempotency,
    private readonly erased: ErasedFactStore,
  ) {}

  @Every({
    name: 'purge-messages',
    does: 'Deletes published facts, marks of handled messages and answers to idempotency keys after their retention.',
    seconds: 600,
  })
  async purge(stop: AbortSignal): Promise<void> {
    await this.outbox.purge(stop);
    await this.idempotency.purge();
    // Twice the retention, so that a fact that NATS or the outbox still holds is always recognised.
    const before = Date.now() - 2 * factRetentionMs;
    await this.inbox.purge(before, stop);
    await this.erased.purge(before, stop);
  }
}
