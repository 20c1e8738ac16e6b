import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { afterFailure, whileElected } from '@ces/service/jobs/after-failure';
import { Injectable, Logger } from '@nestjs/common';
import { IsNull, LessThanOrEqual } from 'typeorm';
import { missingIn, type Report } from '../describe-report.js';
import { ReconcileAll } from '../reconcile-all.service.js';
import { ReconciliationRunEntity, type ShownReport } from './reconciliation-run.entity.js';

const shownDifferences = 100;
const shownIds = 20;

/** Runs what `ReconciliationRuns` has taken in. Each try begins with the first hour. */
@Injectable()
export class RunReconciliations {
  private readonly logger = new Logger('Reconciliation');

  constructor(
    private readonly transactions: Transactions,
    private readonly all: ReconcileAll,
    private readonly chores: Chores,
  ) {}

  @Every({
    name: 'run-reconciliations',
    does: 'Compares the last 23 hours for an administrator who has asked for it, and repairs what was asked to be repaired.',
    seconds: 10,
    atStart: true,
  })
  async run(stop: AbortSignal): Promise<void> {
    const run = await this.findNext();
    if (!run) return;
    const compared = async (count: number, hours: number): Promise<void> => {
      stop.throwIfAborted();
      await this.change(run, { compared: count, hours });
    };
    try {
      await this.change(run, { compared: 0 });
      const report = await this.all.run(run.repair ? 'repair' : 'compare', Date.now(), { compared, stop });
      await this.change(run, { report: shortened(report), obstacle: null, finished_at: new Date() });
    } catch (error) {
      // Another replica, or this one after its start, begins anew.
      if (!stop.aborted) await this.putOff(run, error);
    }
  }

  /** Lets one of the other kind go first, and sets this one aside after many tries. */
  private async putOff(run: ReconciliationRunEntity, error: unknown): Promise<void> {
    await whileElected(this.transactions, async () => {
      this.logger.error({ err: error, reconciliation: run.id }, 'a reconciliation failed');
      const { try_at, ...failure } = afterFailure(error, run);
      await this.change(run, { ...failure, try_at, ...(try_at ? {} : { failed: true, finished_at: new Date() }) });
      if (try_at) this.chores.wake('run-reconciliations', try_at.getTime() - Date.now());
    });
  }

  private findNext(): Promise<ReconciliationRunEntity | null> {
    const unfinished = { finished_at: IsNull() };
    return this.rows.findOne({
      where: [
        { ...unfinished, try_at: IsNull() },
        { ...unfinished, try_at: LessThanOrEqual(new Date()) },
      ],
      order: { attempts: 'ASC', id: 'ASC' },
    });
  }

  /** In a transaction, so that a replica that has lost the election changes nothing. */
  private async change({ id }: ReconciliationRunEntity, change: Partial<ReconciliationRunEntity>): Promise<void> {
    await this.transactions.run(() => this.rows.update({ id, finished_at: IsNull() }, change));
  }

  private get rows() {
    return this.transactions.of(ReconciliationRunEntity);
  }
}

function shortened(report: Report): ShownReport {
  const differences = report.differences.slice(0, shownDifferences);
  return {
    ...report,
    differences: differences.map(({ ids, ...each }) => ({ ...each, ids: ids.slice(0, shownIds) })),
    missing: missingIn(report),
  };
}
