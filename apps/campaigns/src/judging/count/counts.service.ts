import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import type { DueGrant } from '../due-grant.js';
import { CountStore, notCounted, type CounterRow } from './count.store.js';
import { counterName, Counts, type CounterKey, type Rolling } from './counts.js';
import { distinctCounters, distinctRolling, type RollingSpan } from './keys.js';

/** Reads and writes what caps and budgets count. */
@Injectable()
export class CountsService {
  constructor(private readonly store: CountStore) {}

  /** The counts, locked until the transaction ends. A counter that is missing is made, and begins with earlier grants. */
  async lock(grants: DueGrant[]): Promise<Counts> {
    return this.complete(grants, await this.store.lock(distinctCounters(grants)));
  }

  /** The counts for a simulation: nothing is locked or written. */
  async read(grants: DueGrant[]): Promise<Counts> {
    return this.complete(grants, await this.store.read(distinctCounters(grants)));
  }

  /** Makes the transaction at hand read everything as of one moment, and write nothing. */
  readOneMoment(): Promise<void> {
    return this.store.readOneMoment();
  }

  async write(grants: DueGrant[], counts: Counts): Promise<void> {
    const counters = distinctCounters(grants).filter(isCounter);
    await this.store.write(
      counters.map((key) => ({
        campaign_id: key.campaignId,
        user_id: key.userId,
        what: key.what,
        used: counts.used(key),
      })),
    );
  }

  @Every({
    name: 'purge-counters',
    does: 'Deletes counters of windows that are long over, and of campaigns that ended 40 days ago.',
    seconds: 3_600,
  })
  async purge(stop: AbortSignal): Promise<'more' | 'done'> {
    const results = [await this.store.purgeForgotten()];
    if (!stop.aborted) results.push(await this.store.purgeEnded());
    return results.includes('more') && !stop.aborted ? 'more' : 'done';
  }

  private async complete(grants: DueGrant[], rows: CounterRow[]): Promise<Counts> {
    const known = new Map(
      rows.filter(({ used }) => Number(used) !== notCounted).map((row) => [nameOfRow(row), Number(row.used)]),
    );
    const missing = distinctCounters(grants).filter((key) => isCounter(key) && !known.has(counterName(key)));
    const counted = await this.countGrants(missing);
    return new Counts(new Map([...known, ...counted]), await this.readRolling(grants));
  }

  private async countGrants(keys: CounterKey[]): Promise<[string, number][]> {
    const counted: [string, number][] = [];
    for (const owner of ['campaign', 'user'] as const) {
      const own = keys.filter((key) => ownerOf(key) === owner);
      const amounts = await this.store.countGrants(own, owner);
      counted.push(...own.map((key, index): [string, number] => [counterName(key), amounts[index] ?? 0]));
    }
    return counted;
  }

  private async readRolling(grants: DueGrant[]): Promise<Map<string, Rolling[]>> {
    const spans = distinctRolling(grants);
    const read: { span: RollingSpan; rolling: Rolling }[] = [];
    for (const owner of ['campaign', 'user'] as const) {
      const own = spans.filter((span) => ownerOf(span) === owner);
      for (const [index, { newer, moments }] of (await this.store.readRolling(own, owner)).entries()) {
        const span = own[index];
        if (!span) continue;
        const rolling = { seconds: span.seconds, newer, moments: moments.map((each) => each.getTime()) };
        read.push({ span, rolling });
      }
    }
    const byOwner = Map.groupBy(read, ({ span }) => `${span.campaignId} ${span.userId}`);
    return new Map([...byOwner].map(([name, some]) => [name, some.map(({ rolling }) => rolling)]));
  }
}

/** A rolling window has no number: its row is only a lock. */
function isCounter({ what }: CounterKey): boolean {
  return what !== 'rolling';
}

function ownerOf({ userId }: Pick<CounterKey, 'userId'>): 'campaign' | 'user' {
  return userId === '' ? 'campaign' : 'user';
}

function nameOfRow({ campaign_id, user_id, what }: CounterRow): string {
  return counterName({ campaignId: campaign_id, userId: user_id, what });
}
