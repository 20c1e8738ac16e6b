import type { NewReconciliation, Reconciliation } from '@ces/contracts/operation/reconciliations';
import type { Page, Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { pageOf } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import type { Difference } from '../difference.js';
import { ReconciliationRunEntity } from './reconciliation-run.entity.js';
import { ReconciliationRunStore } from './reconciliation-run.store.js';

const keptDays = 30;

/** The command `reconcile` as a job, for people without a shell. */
@Injectable()
export class ReconciliationRuns {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: ReconciliationRunStore,
    private readonly chores: Chores,
  ) {}

  /** Asked again while one waits or runs, it answers with that one, so that nobody can pile them up. */
  begin({ repair = false }: NewReconciliation): Promise<Reconciliation> {
    return this.transactions.run(async () => {
      const id = newId();
      if (await this.store.insertIfNone(id, repair)) {
        this.chores.wake('run-reconciliations');
        return this.get(id);
      }
      const unfinished = await this.rows.findOneBy({ repair, finished_at: IsNull() });
      // It may have ended since.
      return unfinished ? toReconciliation(unfinished) : this.begin({ repair });
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

function toReconciliation(run: ReconciliationRunEntity): Reconciliation {
  const { id, repair, hours, compared, report, obstacle, created_at, finished_at } = run;
  const state = stateOf(run);
  return {
    ...{ id, repair, hours: compared },
    state,
    obstacle,
    // The last step waits for facts that are on their way, and repairs.
    progress: state === 'finished' ? 1 : compared / ((hours ?? 0) + 1),
    mended: report?.mended ?? 0,
    missing: report?.missing ?? 0,
    under_way: report?.underWay ?? 0,
    not_compared: report?.silent ?? [],
    differences: (report?.differences ?? []).map(shown),
    created: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

function stateOf({ hours, failed, finished_at }: ReconciliationRunEntity): Reconciliation['state'] {
  if (finished_at) return failed ? 'failed' : 'finished';
  return hours === null ? 'waiting' : 'running';
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
