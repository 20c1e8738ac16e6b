import { faulty } from '@ces/contracts/problems';
import type {
  CreatedPortalSession,
  CreatePortalSession,
  PortalSession,
  PortalSessionRef,
} from '@ces/contracts/webhooks/portal-sessions';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { hash, randomBytes } from 'node:crypto';
import { LessThan } from 'typeorm';
import { Clock } from '../clock/clock.service.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { PortalSessionEntity } from './portal-session.entity.js';
import { PortalSessionStore } from './portal-session.store.js';

/** Bounds the table, whatever a client does. */
const mostPerClient = 10_000;

/** Links by which subscribers without an account see some webhooks of a client. */
@Injectable()
export class PortalSessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: PortalSessionStore,
    private readonly subscriptions: SubscriptionsService,
    private readonly clock: Clock,
  ) {}

  create({ client_id, client_version, webhook_ids, ttl }: CreatePortalSession): Promise<CreatedPortalSession> {
    const token = `ps_${randomBytes(32).toString('base64url')}`;
    const expires_at = new Date(this.clock.now() + ttl * 1_000);
    return this.transactions.run(async () => {
      await this.demandOwn(client_id, webhook_ids);
      const digest = hash('sha256', token, 'base64url');
      const ids = [...new Set(webhook_ids)];
      await this.sessions.insert({ id: newId(), digest, client_id, client_version, webhook_ids: ids, expires_at });
      await this.store.keepNewest(client_id, mostPerClient);
      return { token, expires_at: expires_at.toISOString() };
    });
  }

  async find({ digest }: PortalSessionRef): Promise<{ session: PortalSession | null }> {
    const found = await this.sessions.findOneBy({ digest });
    if (!found || found.expires_at.getTime() <= this.clock.now()) return { session: null };
    const { id, client_id, client_version, webhook_ids, expires_at } = found;
    return { session: { id, client_id, client_version, webhook_ids, expires_at: expires_at.toISOString() } };
  }

  async deleteOf(clientId: string): Promise<void> {
    await this.sessions.delete({ client_id: clientId });
  }

  @Every({ name: 'delete-ended-portal-sessions', does: 'Deletes links to the portal that have ended.', seconds: 600 })
  async deleteEnded(): Promise<void> {
    await this.sessions.delete({ expires_at: LessThan(new Date(this.clock.now())) });
  }

  private async demandOwn(clientId: string, ids: readonly string[]): Promise<void> {
    const own = await this.subscriptions.ownAmong(clientId, ids);
    const faults = ids.flatMap((id, index) =>
      own.has(id)
        ? []
        : [{ pointer: `#/webhook_ids/${index}`, code: 'webhook', detail: 'must be one of your webhooks' }],
    );
    if (faults.length > 0) throw faulty('validation-failed', faults);
  }

  private get sessions() {
    return this.transactions.of(PortalSessionEntity);
  }
}
