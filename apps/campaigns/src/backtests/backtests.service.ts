import type { Backtest, BegunBacktest, NewBacktest } from '@ces/contracts/campaigns/backtests';
import { faulty, Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { CheckCampaignService } from '../campaigns/check/check-campaign.service.js';
import { isMatched } from '../stats/matched.js';
import { BacktestEntity } from './backtest.entity.js';

@Injectable()
export class BacktestsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly checker: CheckCampaignService,
  ) {}

  /** The campaign is judged as if it had run all the time, so its schedule is left out. */
  async begin({ campaign, since: from }: NewBacktest): Promise<BegunBacktest> {
    const [since, until] = [new Date(from), new Date()];
    if (since >= until)
      throw faulty('validation-failed', [{ pointer: '#/since', code: 'since', detail: 'must be past' }]);
    if (campaign.trigger.lifecycle !== undefined) {
      const detail = 'must not be given: only events of clients are kept, and can be judged again';
      throw faulty('campaign-refused', [{ pointer: '#/campaign/trigger/lifecycle', code: 'trigger', detail }]);
    }
    const { document, schema } = await this.check({ ...campaign, starts_at: null, ends_at: null });
    const id = newId();
    await this.transactions.run(() =>
      this.transactions.of(BacktestEntity).insert({ id, document, schema, since, until, read_until: since }),
    );
    return { id };
  }

  async get(id: string): Promise<Backtest> {
    const found = isUuid(id) ? await this.transactions.of(BacktestEntity).findOneBy({ id }) : null;
    if (found) return toBacktest(found);
    throw new Problem('backtest-not-found', 'There is no backtest of this id; it may have ended 30 days ago.');
  }

  private check(campaign: NewBacktest['campaign']) {
    return this.checker.check(campaign).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'campaign-refused') throw error;
      const faults = (error.extras.errors ?? []).map((each) => ({
        ...each,
        pointer: each.pointer.replace(/^#/, '#/campaign'),
      }));
      throw faulty('campaign-refused', faults);
    });
  }
}

function toBacktest({ id, state, since, until, read_until, refused, finished_at, ...sums }: BacktestEntity): Backtest {
  const [judged, granted] = [Number(sums.judged), Number(sums.granted)];
  const [coupons, points] = [Number(sums.coupons), Number(sums.points)];
  const late = Object.entries(refused).filter(([step]) => isMatched(step));
  const share = (read_until.getTime() - since.getTime()) / (until.getTime() - since.getTime());
  return {
    ...{ id, state, since: since.toISOString(), until: until.toISOString() },
    progress: state === 'finished' ? 1 : Math.min(1, Math.max(0, Math.floor(share * 1_000) / 1_000)),
    judged,
    matched: late.reduce((sum, [, count]) => sum + count, granted),
    ...{ granted, refused, units: coupons + points, coupons, points },
    finished_at: finished_at?.toISOString() ?? null,
  };
}
