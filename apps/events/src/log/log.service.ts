import type { LoggedEvent, StoredEvent, UserEventsQuery } from '@ces/contracts/events/events';
import type { DataOf } from '@ces/contracts/identity/erasure';
import { largestPage, type Paged } from '@ces/contracts/paging';
import { Transactions } from '@ces/messaging/storage/transactions';
import { notACursor } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventLogStore, type LogRow } from './event-log.store.js';

/** Ten events of the largest size are far below what NATS takes as one message. */
const exportedAtOnce = 10;
const lookMs = 20;
const patienceMs = 3_000;

@Injectable()
export class LogService {
  constructor(
    private readonly log: EventLogStore,
    private readonly transactions: Transactions,
  ) {}

  /** The newest first. Ids sort by time, so the last id of a page is the cursor of the next. */
  async ofUser({ user_id, limit = largestPage, cursor }: UserEventsQuery): Promise<Paged<StoredEvent>> {
    const { rows, next } = await this.page(user_id, cursor, limit);
    return { items: rows.map((row) => ({ ...toLoggedEvent(row), ...(row.used ? {} : { unused: true }) })), next };
  }

  async export({ user_id, cursor }: DataOf): Promise<{ events: LoggedEvent[]; next: string | null }> {
    const { rows, next } = await this.page(user_id, cursor, exportedAtOnce);
    return { events: rows.map(toLoggedEvent), next };
  }

  /**
   * Resolves when all appends that are under way now are committed or rolled back, and then nothing appends that does not
   * see what was committed before the call. Says false if a statement takes too long for that.
   */
  async untilAppended(): Promise<boolean> {
    const begun = await this.log.now();
    // An append takes its lock later than its view of the data, so the lock alone does not tell of all of them.
    for (let waited = 0; await this.transactions.apart(() => this.log.isReadingSince(begun)); waited += lookMs) {
      if (waited >= patienceMs) return false;
      await sleep(lookMs);
    }
    await this.transactions.apart(() => this.log.waitForAppends());
    return true;
  }

  hasUnpublished(userId: string): Promise<boolean> {
    return this.log.hasUnpublished(userId);
  }

  erase(userId: string): Promise<void> {
    return this.log.deleteOfUser(userId);
  }

  private async page(userId: string, cursor: string | undefined, limit: number) {
    if (cursor !== undefined && !isUuid(cursor)) throw notACursor();
    const rows = await this.log.findOfUser(userId, cursor ?? null, limit);
    const last = rows.at(-1);
    return { rows, next: last?.more ? last.id : null };
  }
}

function toLoggedEvent({ id, event_name, version, data, time, received_at }: LogRow): LoggedEvent {
  return {
    id,
    event_name,
    version,
    received_at: received_at.toISOString(),
    time: time?.toISOString() ?? null,
    data: JSON.parse(data) as object,
  };
}
