import type { EventStats, StatsOfEvent } from '@ces/contracts/events/event-stats';
import { eventNamePattern } from '@ces/contracts/events/events';
import type { RefusalCount } from '@ces/contracts/events/event-tail';
import { largestPage, type Paged, type StatsPage } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { patienceMs } from '@ces/contracts/rpc';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { momentOfCursor } from '@ces/service/database/keyset';
import { LongReadStore } from '@ces/service/database/long-read.store';
import { pageOfBuckets } from '@ces/service/database/page-of-buckets';
import { Injectable } from '@nestjs/common';
import { EventsConfig } from '../events.config.js';
import { StatStore, type CountedRow } from './stat.store.js';

const countedAtOnce = 20_000;
/** A read adds at most so many events that are not counted yet. There are more only while an old log is counted. */
const mostUncounted = 1_000_000;
const keptDays = 400;
const dayMs = 86_400_000;

/** Counts events by name and hour: a chore counts the log in sets, and a read adds what is not counted yet. */
@Injectable()
export class StatsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: StatStore,
    private readonly reads: LongReadStore,
    private readonly config: EventsConfig,
  ) {}

  async of({ event_name: name, ...page }: StatsOfEvent): Promise<Paged<EventStats>> {
    if (!eventNamePattern.test(name) || !(await this.store.isDefined(name)))
      throw new Problem('event-not-defined', 'The event is not defined.');
    return this.read(page, name);
  }

  ofAll(page: StatsPage): Promise<Paged<EventStats>> {
    return pageOfBuckets(
      page,
      (each) => this.read(each),
      (moment) => this.store.hasBefore(moment),
    );
  }

  async addRefused(counts: readonly RefusalCount[]): Promise<void> {
    if (counts.length > 0) await this.store.addRefused(counts);
  }

  /** Call it in the transaction that deletes the user's events, before it deletes them: they happened, and stay counted. */
  async countOfUser(userId: string): Promise<void> {
    await this.store.lockPosition();
    await this.store.countOfUser(userId);
  }

  @Every({
    name: 'count-events',
    does: 'Adds the latest accepted events to the counts of their hour.',
    seconds: 15,
    atStart: true,
  })
  async count(): Promise<'more' | 'done'> {
    if ((await this.store.uncounted()) <= 0) return 'done';
    return this.transactions.run(async () => {
      await this.store.lockPosition();
      return this.store.countNext(countedAtOnce);
    });
  }

  @Every({
    name: 'forget-event-stats',
    does: 'Deletes counts of events that are older than 400 days, and older than EVENT_RETENTION_DAYS.',
    seconds: 86_400,
  })
  forget(): Promise<void> {
    const days = Math.max(keptDays, this.config.EVENT_RETENTION_DAYS);
    return this.store.forgetBefore(new Date(Date.now() - days * dayMs));
  }

  /** The newest bucket first. The cursor is the beginning of a bucket. */
  private async read(
    { bucket = 'day', since, limit = largestPage, cursor }: StatsPage,
    name?: string,
  ): Promise<Paged<EventStats>> {
    if ((await this.store.uncounted()) > mostUncounted)
      throw new Problem('service-unavailable', 'The events are still being counted.', { retry_after: 30 });
    const wanted = {
      ...{ name, bucket, before: momentOfCursor(cursor), atMost: limit + 1 },
      since: since === undefined ? undefined : new Date(since),
    };
    const rows = await this.reads.run(() => this.store.find(wanted), patienceMs);
    const all = [...Map.groupBy(rows, ({ at }) => at.toISOString())].map(([at, some]) => toStats(at, some));
    const items = all.slice(0, limit);
    return { items, next: all.length > limit ? (items.at(-1)?.at ?? null) : null };
  }
}

function toStats(at: string, rows: CountedRow[]): EventStats {
  const counts = rows.map(({ reason, events }) => [reason, Number(events)] as const);
  return {
    at,
    accepted: counts.find(([reason]) => reason === '')?.[1] ?? 0,
    refused: Object.fromEntries(counts.filter(([reason]) => reason !== '')),
  };
}
