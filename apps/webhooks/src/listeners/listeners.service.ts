import { Problem } from '@ces/contracts/problems';
import type { CreateListener, Listener, ListenerRef } from '@ces/contracts/webhooks/listeners';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { isUuid } from '@ces/service/database/uuid';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock } from '../clock/clock.service.js';
import { newSecret, sealSecret } from '../subscriptions/own-secrets.js';
import { ListenerEntity } from './listener.entity.js';
import { ListenerStore } from './listener.store.js';

const mostPerClient = 20;
/** A listener is gone when nobody has read it for this long. */
const unreadMs = 3_600_000;
/** While somebody reads, this is noted at most once in this time. */
const noteEveryMs = 60_000;

/** Listeners: subscriptions for development, without an address. Their readers keep their positions in the log. */
@Injectable()
export class ListenersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: ListenerStore,
    private readonly sealer: SecretSealer,
    private readonly clock: Clock,
  ) {}

  create({ client_id, events }: CreateListener): Promise<Listener> {
    const [id, secret] = [newId(), newSecret()];
    return this.transactions.run(async () => {
      await this.store.lockClient(client_id);
      await this.listeners.delete({ client_id, read_at: LessThan(this.unreadSince) });
      if ((await this.listeners.countBy({ client_id })) >= mostPerClient)
        throw new Problem('too-many-listeners', `A client may have ${mostPerClient} listeners.`);
      const sealed = sealSecret(this.sealer, id, secret);
      const read_at = new Date(this.clock.now());
      await this.store.begin({ id, client_id, events: [...new Set(events)], secret: sealed, read_at });
      return { id, secret };
    });
  }

  delete(ref: ListenerRef): Promise<{ deleted: true }> {
    return this.transactions.run(async () => {
      const { id } = await this.find(ref);
      await this.listeners.delete({ id });
      return { deleted: true };
    });
  }

  /** The listener, which is being read now. */
  async read(ref: ListenerRef): Promise<Readonly<ListenerEntity>> {
    const listener = await this.find(ref);
    const now = this.clock.now();
    if (listener.read_at.getTime() < now - noteEveryMs)
      await this.listeners.update({ id: listener.id }, { read_at: new Date(now) });
    return listener;
  }

  async deleteOf(clientId: string): Promise<void> {
    await this.listeners.delete({ client_id: clientId });
  }

  @Every({
    name: 'delete-unread-listeners',
    does: 'Deletes listeners that nobody has read for an hour.',
    seconds: 600,
  })
  async deleteUnread(): Promise<void> {
    await this.listeners.delete({ read_at: LessThan(this.unreadSince) });
  }

  private async find({ client_id, id }: ListenerRef): Promise<ListenerEntity> {
    const found = isUuid(id) ? await this.listeners.findOneBy({ id, client_id }) : null;
    if (!found || found.read_at < this.unreadSince) throw listenerNotFound();
    return found;
  }

  private get unreadSince(): Date {
    return new Date(this.clock.now() - unreadMs);
  }

  private get listeners() {
    return this.transactions.of(ListenerEntity);
  }
}

export function listenerNotFound(): Problem {
  return new Problem('listener-not-found', 'You have no listener of this id, or nobody has read it for an hour.');
}
