import { connectionChanges } from '@ces/contracts/identity/connection-copy';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { InboxStore } from '@ces/messaging/storage/inbox.store';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CopyService } from './copy.service.js';

/** What identity has told and this service has not heard yet, however far facts are behind. */
@Injectable()
export class CatchUp {
  private readonly log = new Logger('CatchUp');

  constructor(
    private readonly bus: Bus,
    private readonly transactions: Transactions,
    private readonly copy: CopyService,
    private readonly inbox: InboxStore,
  ) {}

  /** To the last of it. Without identity there is no more to be had: that will come as facts. */
  async run(session: EntityManager): Promise<void> {
    try {
      for (let after = await knownUntil(session); ;) {
        const { next } = await this.page(session, after);
        if (next === null) return;
        after = next;
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'service-unavailable')) throw error;
      this.log.warn({ err: error }, 'identity cannot be asked; what has changed lately will come as facts');
    }
  }

  private async page(session: EntityManager, after: string | null): Promise<{ next: string | null }> {
    const asked = after === null ? {} : { after };
    const { changes, next, known } = await withoutKey(() => this.bus.call(connectionChanges, asked));
    await this.transactions.run(async (tx) => {
      await this.copy.lock(tx);
      const heard = await this.inbox.handledByAny(changes.map((change) => change.message_id));
      const unheard = changes.filter((change) => !heard.has(change.message_id));
      await this.copy.refresh(
        tx,
        unheard.map((change) => change.user_id),
      );
      if (known !== null) await tx.query('UPDATE connection_walk SET known_until = $1', [known]);
    }, session);
    return { next };
  }
}

async function knownUntil(session: EntityManager): Promise<string | null> {
  const [walk] = await session.query<{ known_until: string | null }[]>('SELECT known_until FROM connection_walk');
  return walk?.known_until ?? null;
}
