import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { TallyStore, type Tally, type TallyKind } from './tally.store.js';

export type { Tally } from './tally.store.js';

export type Sums = Record<TallyKind, number>;

/** Reading this many rows is as fast as reading one. */
const fewRows = 100;

/** Shows what campaigns and coupons have given without counting through grants and codes. */
@Injectable()
export class TalliesService {
  constructor(private readonly store: TallyStore) {}

  /** Writes a row for each owner and kind, however many tallies there are. */
  async add(tallies: Tally[]): Promise<void> {
    const changed = summed(tallies);
    if (changed.length > 0) await this.store.add(changed);
  }

  /** Like `add`, at the end of a transaction that reads none of these sums. */
  async addLate(tallies: Tally[]): Promise<void> {
    const changed = summed(tallies);
    if (changed.length > 0) await this.store.addLate(changed);
  }

  async of(owners: string[]): Promise<Map<string, Sums>> {
    const sums = new Map(
      owners.map((owner): [string, Sums] => [owner, { grants: 0, coupons: 0, points: 0, codes: 0, claimed: 0 }]),
    );
    if (owners.length === 0) return sums;
    for (const { owner, what, amount } of await this.store.sumsOf(owners)) {
      const own = sums.get(owner);
      if (own) own[what] = amount;
    }
    return sums;
  }

  @Every({ name: 'fold-tallies', does: 'Replaces the many rows of a tally by their sum.', seconds: 60 })
  fold(): Promise<void> {
    return this.store.fold(fewRows);
  }
}

function summed(tallies: Tally[]): Tally[] {
  const sums = new Map<string, Map<TallyKind, Tally>>();
  for (const { owner, what, amount } of tallies) {
    const own = sums.get(owner) ?? new Map<TallyKind, Tally>();
    const sum = own.get(what);
    if (sum) sum.amount += amount;
    else sums.set(owner, own.set(what, { owner, what, amount }));
  }
  return [...sums.values()].flatMap((own) => [...own.values()]).filter(({ amount }) => amount !== 0);
}
