import { Injectable } from '@nestjs/common';
import { counterName, Counts, type Rolling } from '../judging/count/counts.js';
import { decide } from '../judging/count/decide.js';
import { distinctCounters, distinctRolling } from '../judging/count/keys.js';
import type { Verdict } from '../judging/verdict.js';
import { BacktestCountStore } from './backtest-count.store.js';

/** Decides by the caps and budgets of a backtest, which count its own grants only. */
@Injectable()
export class BacktestCountsService {
  constructor(private readonly store: BacktestCountStore) {}

  /** Sets the refusal of each verdict, in order. The stock of codes is taken as sufficient. */
  async decide(id: string, verdicts: Verdict[]): Promise<void> {
    const keys = distinctCounters(verdicts).filter(({ what }) => what !== 'rolling');
    const rolling = await this.readRolling(id, verdicts);
    const rows = keys.length > 0 ? await this.store.read(id, keys) : [];
    const name = ({ user_id, what }: { user_id: string; what: string }) =>
      counterName({ campaignId: id, userId: user_id, what });
    const counts = new Counts(new Map(rows.map((row) => [name(row), Number(row.used)])), rolling);
    for (const verdict of verdicts) verdict.refusal = decide(verdict, counts);
    if (keys.length > 0) {
      const counters = keys.map((key) => ({ user_id: key.userId, what: key.what, used: counts.used(key) }));
      await this.store.write(id, counters);
    }
    const granted = verdicts.filter(({ refusal }) => !refusal);
    if (rolling.size > 0 && granted.length > 0) {
      await this.store.addGrants(
        id,
        granted.map(({ occurrence: { id: event_id, userId, at } }) => ({
          ...{ event_id, user_id: userId },
          occurred_at: new Date(at),
        })),
      );
    }
  }

  private async readRolling(id: string, verdicts: Verdict[]): Promise<Map<string, Rolling[]>> {
    const byName = new Map<string, Rolling[]>();
    for (const owner of ['campaign', 'user'] as const) {
      const own = distinctRolling(verdicts).filter(({ userId }) => (userId === '' ? 'campaign' : 'user') === owner);
      const windows = await this.store.readRolling(id, own, owner);
      for (const [index, { userId, seconds }] of own.entries()) {
        const { newer = 0, moments = [] } = windows[index] ?? {};
        const name = `${id} ${userId}`;
        const window = { seconds, newer, moments: moments.map((each) => each.getTime()) };
        byName.set(name, [...(byName.get(name) ?? []), window]);
      }
    }
    return byName;
  }
}
