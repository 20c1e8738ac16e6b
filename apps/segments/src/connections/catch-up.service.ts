import { InboxStore } from '@ces/messaging/storage/inbox.store';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable, Logger } from '@nestjs/common';
import { ComparisonStore } from './comparison.store.js';
import { ConnectionCopyService } from './connection-copy.service.js';
import { IdentityConnections } from './identity-connections.service.js';

/** Applies changes that identity has committed and whose facts have not arrived, however far facts are behind. */
@Injectable()
export class CatchUp {
  private readonly logger = new Logger('CatchUp');

  constructor(
    private readonly identity: IdentityConnections,
    private readonly transactions: Transactions,
    private readonly comparison: ComparisonStore,
    private readonly copy: ConnectionCopyService,
    private readonly inbox: InboxStore,
  ) {}

  /**
   * Applies every change up to now, and returns their number. While identity is away it applies none: those changes will
   * come as facts.
   */
  async run(): Promise<number> {
    let applied = 0;
    try {
      for (let after = await this.comparison.knownUntil(); ;) {
        const { next, unheard } = await this.page(after);
        applied += unheard;
        if (next === null) break;
        after = next;
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'service-unavailable')) throw error;
      this.logger.warn({ err: error }, 'identity does not answer; its latest changes will come as facts');
    }
    return applied;
  }

  private async page(after: string | null): Promise<{ next: string | null; unheard: number }> {
    const { changes, next, known } = await this.identity.changes(after);
    return this.transactions.run(async () => {
      await this.copy.lock();
      const heard = await this.inbox.handledByAny(changes.map((change) => change.message_id));
      const unheard = changes.filter((change) => !heard.has(change.message_id));
      await this.copy.refresh(unheard.map((change) => change.user_id));
      if (known !== null) await this.comparison.setKnownUntil(known);
      return { next, unheard: unheard.length };
    });
  }
}
