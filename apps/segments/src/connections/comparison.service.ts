import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { CatchUp } from './catch-up.service.js';
import { ComparisonStore } from './comparison.store.js';
import { ConnectionCopyService } from './connection-copy.service.js';

/** The pause between pages of a comparison for which no file waits. */
const easyMs = 200;
/** The pause between two questions for changes whose facts should have arrived long ago. */
const catchUpMs = 60_000;

/**
 * Compares the copy of the connections with identity, page by page: at the first start, so that the copy holds all earlier
 * connections; after a long absence; and once a day, so that no error stays. Files wait only for the first comparison.
 */
@Injectable()
export class ComparisonService {
  private catchUpAt = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly comparison: ComparisonStore,
    private readonly copy: ConnectionCopyService,
    private readonly catchUp: CatchUp,
  ) {}

  @Every({
    name: 'compare-connections',
    does: "Compares the copy of identity's connections with identity: at the first start, after an absence, once a day.",
    seconds: 5,
    atStart: true,
  })
  async compare(stop: AbortSignal): Promise<void> {
    const isDue = await this.comparison.recordAlive();
    while (isDue && !stop.aborted) {
      const step = await this.transactions.run(() => this.compareNext());
      if (step === 'none') break;
      if (step === 'easy') await sleep(easyMs);
    }
    await this.stayClose(stop);
  }

  private async compareNext(): Promise<'none' | 'easy' | 'urgent'> {
    const due = await this.comparison.findDue();
    if (!due) return 'none';
    await this.comparison.setPosition(await this.copy.compare(due.position));
    return due.complete ? 'easy' : 'urgent';
  }

  /** Catches up every minute, so that a file never has to catch up with a whole day. */
  private async stayClose(stop: AbortSignal): Promise<void> {
    if (stop.aborted || Date.now() < this.catchUpAt) return;
    await this.catchUp.run();
    this.catchUpAt = Date.now() + catchUpMs;
  }
}
