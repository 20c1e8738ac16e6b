import type { Backtest, BegunBacktest, NewBacktest } from '@ces/contracts/campaigns/backtests';
import { faulty, Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Chores } from '@ces/service/chores/chores';
import { JobLineStore } from '@ces/service/jobs/job-line.store';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { CheckCampaignService } from '../campaigns/check/check-campaign.service.js';
import { isMatched } from '../stats/matched.js';
import { BacktestEntity } from './backtest.entity.js';

const unfinished = In(['waiting', 'running']);

@Injectable()
export class BacktestsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly checker: CheckCampaignService,
    private readonly line: JobLineStore,
    private readonly chores: Chores,
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
    await this.transactions.run(async () => {
      const backtests = this.transactions.of(BacktestEntity);
      await this.line.demandPlace('backtests', () => backtests.countBy({ state: unfinished }));
      await backtests.insert({ id, document, schema, since, until, read_until: since });
      this.chores.wake('run-backtests');
    });
    return { id };
  }

  cancel(id: string): Promise<Backtest> {
    return this.transactions.run(async () => {
      const ended = { state: 'cancelled' as const, finished_at: new Date(), obstacle: null };
      if (isUuid(id)) await this.transactions.of(BacktestEntity).update({ id, state: unfinished }, ended);
      return this.get(id);
    });
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

function toBacktest(found: BacktestEntity): Backtest {
  const { id, state, since, until, read_until, refused, obstacle, finished_at, ...sums } = found;
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
    obstacle,
    finished_at: finished_at?.toISOString() ?? null,
  };
}
