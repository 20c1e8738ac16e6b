import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import type { DueGrant } from '../due-grant.js';
import { CountStore, notCounted, type CounterRow } from './count.store.js';
import { counterName, Counts, type CounterKey, type Rolling } from './counts.js';
import { distinctCounters, distinctRolling } from './keys.js';

@Injectable()
export class CountsService {
  constructor(private readonly store: CountStore) {}

  /** Locks the counts until the transaction ends. A missing counter is created with the number of earlier grants. */
  async lock(grants: DueGrant[]): Promise<Counts> {
    return this.complete(grants, await this.store.lock(distinctCounters(grants)));
  }

  /** Locks and writes nothing, for simulations. */
  async read(grants: DueGrant[]): Promise<Counts> {
    return this.complete(grants, await this.store.read(distinctCounters(grants)));
  }

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

  private async countGrants(keys: CounterKey[]): Promise<Map<string, number>> {
    const counted = new Map<string, number>();
    for (const owner of ['campaign', 'user'] as const) {
      const own = keys.filter((key) => ownerOf(key) === owner);
      const amounts = await this.store.countGrants(own, owner);
      for (const [index, key] of own.entries()) counted.set(counterName(key), amounts[index] ?? 0);
    }
    return counted;
  }

  private async readRolling(grants: DueGrant[]): Promise<Map<string, Rolling[]>> {
    const spans = distinctRolling(grants);
    const byName = new Map<string, Rolling[]>();
    for (const owner of ['campaign', 'user'] as const) {
      const own = spans.filter((span) => ownerOf(span) === owner);
      const windows = await this.store.readRolling(own, owner);
      for (const [index, { campaignId, userId, seconds }] of own.entries()) {
        const { newer = 0, moments = [] } = windows[index] ?? {};
        const name = `${campaignId} ${userId}`;
        const window = { seconds, newer, moments: moments.map((each) => each.getTime()) };
        byName.set(name, [...(byName.get(name) ?? []), window]);
      }
    }
    return byName;
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
