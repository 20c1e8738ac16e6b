import type { ConnectionChange } from '@ces/contracts/identity/connection-copy';
import { InboxStore } from '@ces/messaging/storage/inbox.store';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable, Logger } from '@nestjs/common';
import { ComparisonStore } from './comparison.store.js';
import { ConnectionCopyService } from './connection-copy.service.js';
import { IdentityConnections } from './identity-connections.service.js';

/** How far the copy is known to go is written down only if so many changes need not be asked for again. */
const manyChanges = 100;

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
    const unheard = await this.unheardOf(changes);
    const users = unheard.map((change) => change.user_id);
    if (users.length > 0 || changes.length >= manyChanges) {
      await this.transactions.run(async () => {
        await this.copy.refresh(users);
        if (known !== null) await this.comparison.setKnownUntil(known);
      });
    }
    return { next, unheard: users.length };
  }

  /** A change whose fact arrives meanwhile is applied twice, which changes nothing. */
  private async unheardOf(changes: ConnectionChange[]): Promise<ConnectionChange[]> {
    if (changes.length === 0) return [];
    const heard = await this.inbox.handledByAny(changes.map((change) => change.message_id));
    return changes.filter((change) => !heard.has(change.message_id));
  }
}
