import type { Job, JobPage, JobState, ReplayDeadLetters } from '@ces/contracts/operation/jobs';
import type { Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { pageOf } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { JobLineStore } from '@ces/service/jobs/job-line.store';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, Not, type FindOptionsWhere } from 'typeorm';
import { JobEntity } from './job.entity.js';

const keptDays = 30;

@Injectable()
export class JobsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly line: JobLineStore,
    private readonly chores: Chores,
  ) {}

  create(request: ReplayDeadLetters): Promise<Job> {
    const id = newId();
    return this.transactions.run(async () => {
      const jobs = this.transactions.of(JobEntity);
      await this.line.demandPlace('jobs', () => jobs.countBy({ finished_at: IsNull() }));
      await jobs.insert({ id, request });
      this.chores.wake('replay-dead-letters');
      return this.get(id);
    });
  }

  cancel(id: string): Promise<Job> {
    return this.transactions.run(async () => {
      const ended = { finished_at: new Date(), ending: 'cancelled' as const, obstacle: null };
      if (isUuid(id)) await this.transactions.of(JobEntity).update({ id, finished_at: IsNull() }, ended);
      return this.get(id);
    });
  }

  async get(id: string): Promise<Job> {
    const row = isUuid(id) ? await this.transactions.of(JobEntity).findOneBy({ id }) : null;
    if (!row) throw new Problem('job-not-found', 'There is no job of this id.');
    return toJob(row);
  }

  list({ state, ...page }: JobPage): Promise<Paged<Job>> {
    const read = (before: string | null, take: number): Promise<JobEntity[]> =>
      this.transactions.of(JobEntity).find({
        where: { ...inState(state), ...(before === null ? {} : { id: LessThan(before) }) },
        order: { id: 'DESC' },
        take,
      });
    return pageOf(page, read, toJob);
  }

  @Every({ name: 'purge-jobs', does: `Deletes jobs that ended ${keptDays} days ago.`, seconds: 3_600 })
  async purge(): Promise<void> {
    const before = new Date(Date.now() - keptDays * 86_400_000);
    await this.transactions.of(JobEntity).delete({ finished_at: LessThan(before) });
  }
}

function inState(state: JobState | undefined): FindOptionsWhere<JobEntity> {
  if (state === undefined) return {};
  if (state === 'finished') return { finished_at: Not(IsNull()), ending: IsNull() };
  if (state === 'cancelled' || state === 'failed') return { ending: state };
  return { finished_at: IsNull(), total: state === 'waiting' ? IsNull() : Not(IsNull()) };
}

function toJob(job: JobEntity): Job {
  const { id, request, total, done, failed, obstacle, created_at, finished_at } = job;
  const state = stateOf(job);
  const part = total === null ? 0 : Math.min(1, (done + failed) / Math.max(1, total));
  return {
    id,
    kind: 'replay-dead-letters',
    request,
    state,
    progress: state === 'finished' ? 1 : part,
    done,
    failed,
    obstacle,
    created: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

function stateOf({ total, ending, finished_at }: JobEntity): JobState {
  if (finished_at) return ending ?? 'finished';
  return total === null ? 'waiting' : 'running';
}
