import type { NewReconciliation, Reconciliation } from '@ces/contracts/operation/reconciliations';
import type { Page, Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { pageOf } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import { missingIn, type Report } from './describe-report.js';
import type { Difference } from './difference.js';
import { ReconcileAll } from './reconcile-all.service.js';
import { ReconciliationRunEntity, type ShownReport } from './reconciliation-run.entity.js';

const keptDays = 30;
const shownDifferences = 100;
const shownIds = 20;

/** The command `reconcile` as a job, for people without a shell. */
@Injectable()
export class ReconciliationRuns {
  constructor(
    private readonly transactions: Transactions,
    private readonly all: ReconcileAll,
  ) {}

  /** Asked again while one waits or runs, it answers with that one, so that nobody can pile them up. */
  begin({ repair = false }: NewReconciliation): Promise<Reconciliation> {
    return this.transactions.run(async () => {
      const unfinished = await this.rows.findOneBy({ repair, finished_at: IsNull() });
      if (unfinished) return toReconciliation(unfinished);
      const id = newId();
      await this.rows.insert({ id, repair });
      return this.get(id);
    });
  }

  async get(id: string): Promise<Reconciliation> {
    const row = isUuid(id) ? await this.rows.findOneBy({ id }) : null;
    if (!row) throw new Problem('reconciliation-not-found', 'There is no reconciliation of this id.');
    return toReconciliation(row);
  }

  list(page: Page): Promise<Paged<Reconciliation>> {
    const read = (before: string | null, take: number): Promise<ReconciliationRunEntity[]> =>
      this.rows.find({ where: before === null ? {} : { id: LessThan(before) }, order: { id: 'DESC' }, take });
    return pageOf(page, read, toReconciliation);
  }

  @Every({
    name: 'run-reconciliations',
    does: 'Compares the last 23 hours for an administrator who has asked for it, and repairs what was asked to be repaired.',
    seconds: 2,
    atStart: true,
  })
  async run(stop: AbortSignal): Promise<void> {
    const run = await this.rows.findOne({ where: { finished_at: IsNull() }, order: { id: 'ASC' } });
    if (!run) return;
    const compared = async (count: number, hours: number): Promise<void> => {
      stop.throwIfAborted();
      await this.rows.update(run.id, { compared: count, hours });
    };
    try {
      const report = await this.all.run(run.repair ? 'repair' : 'compare', Date.now(), { compared, stop });
      await this.rows.update(run.id, { report: shortened(report), finished_at: new Date() });
    } catch (error) {
      // Another replica, or this one after its start, begins anew.
      if (!stop.aborted) throw error;
    }
  }

  @Every({
    name: 'purge-reconciliations',
    does: `Deletes reconciliations that ended ${keptDays} days ago.`,
    seconds: 3_600,
  })
  async purge(): Promise<void> {
    await this.rows.delete({ finished_at: LessThan(new Date(Date.now() - keptDays * 86_400_000)) });
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

function toReconciliation(run: ReconciliationRunEntity): Reconciliation {
  const { id, repair, hours, compared, report, created_at, finished_at } = run;
  return {
    ...{ id, repair, hours: compared },
    state: finished_at ? 'finished' : hours === null ? 'waiting' : 'running',
    // The last step waits for facts that are on their way, and repairs.
    progress: finished_at ? 1 : compared / ((hours ?? 0) + 1),
    mended: report?.mended ?? 0,
    missing: report?.missing ?? 0,
    under_way: report?.underWay ?? 0,
    not_compared: report?.silent ?? [],
    differences: (report?.differences ?? []).map(shown),
    created: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

function shown({
  kind,
  subject: fact,
  publisher,
  reader,
  hour,
  count,
  ids,
}: Difference): Reconciliation['differences'][number] {
  return { kind, fact, publisher, reader, hour: new Date(hour.from).toISOString(), count, ids };
}
