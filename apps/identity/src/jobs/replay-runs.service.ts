import { databaseServices, deadLetters, type DeadLetter } from '@ces/contracts/dead-letters';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { afterFailure, whileElected } from '@ces/service/jobs/after-failure';
import { Injectable, Logger } from '@nestjs/common';
import { IsNull, LessThanOrEqual } from 'typeorm';
import { JobEntity } from './job.entity.js';

const lettersAtOnce = 100;
const countedAtOnce = 500;

/** The job was cancelled while this replica worked on it. */
class JobEnded extends Error {}

/**
 * Replays dead letters service by service, the newest first. After each letter the job says how far it has come, so that
 * another replica goes on after a kill: at most one letter is then replayed without being counted. Letters that come
 * later than the job are left alone, also those that fail again.
 */
@Injectable()
export class ReplayRunsService {
  private readonly logger = new Logger('Jobs');

  constructor(
    private readonly bus: Bus,
    private readonly transactions: Transactions,
    private readonly chores: Chores,
  ) {}

  @Every({
    name: 'replay-dead-letters',
    does: 'Replays the dead letters of a job that an administrator has asked for.',
    seconds: 10,
    atStart: true,
  })
  async run(stop: AbortSignal): Promise<'more' | 'done'> {
    const job = await this.findNext();
    if (!job) return 'done';
    try {
      await this.goOn(job, stop);
    } catch (error) {
      if (!(error instanceof JobEnded) && !(await this.putOff(job, error))) return 'done';
    }
    return stop.aborted ? 'done' : 'more';
  }

  /** The oldest job, or one whose last try did not fail. */
  private findNext(): Promise<JobEntity | null> {
    const unfinished = { finished_at: IsNull() };
    return this.transactions.of(JobEntity).findOne({
      where: [
        { ...unfinished, try_at: IsNull() },
        { ...unfinished, try_at: LessThanOrEqual(new Date()) },
      ],
      order: { attempts: 'ASC', id: 'ASC' },
    });
  }

  /** Lets the other jobs go first, and sets this one aside after many tries. */
  private putOff(job: JobEntity, error: unknown): Promise<boolean> {
    return whileElected(this.transactions, async () => {
      if (!(error instanceof Problem)) this.logger.error({ err: error, job: job.id }, 'a job failed');
      const failure = afterFailure(error, job);
      const ending = failure.try_at ? {} : { finished_at: new Date(), ending: 'failed' as const };
      await this.transactions.of(JobEntity).update({ id: job.id, finished_at: IsNull() }, { ...failure, ...ending });
      if (failure.try_at) this.chores.wake('replay-dead-letters', failure.try_at.getTime() - Date.now());
    });
  }

  private async goOn(job: JobEntity, stop: AbortSignal): Promise<void> {
    const services = databaseServices.filter((name) => [undefined, name].includes(job.request.service));
    if (job.total === null) await this.save(job, { total: await this.count(job, services) });
    const begun = services.findIndex((name) => name === job.service);
    for (const service of services.slice(Math.max(0, begun))) {
      if (job.service !== service) await this.save(job, { service, before: job.id });
      for (let more = true; more && !stop.aborted;) more = await this.replaySome(job, service, stop);
      if (stop.aborted) return;
    }
    await this.save(job, { finished_at: new Date() });
  }

  private async replaySome(job: JobEntity, service: string, stop: AbortSignal): Promise<boolean> {
    const letters = await this.list(service, job.before ?? job.id, lettersAtOnce);
    for (const letter of letters) {
      if (stop.aborted) return false;
      const end = isWanted(job, letter) ? await this.replay(service, letter.id) : 'passed';
      await this.transactions.run(async () => {
        // A replica that has just lost the election may still be counting.
        if (end !== 'passed') await this.transactions.of(JobEntity).increment({ id: job.id }, end, 1);
        await this.save(job, { before: letter.id });
      });
    }
    return letters.length === lettersAtOnce;
  }

  private async replay(service: string, id: string): Promise<'done' | 'failed' | 'passed'> {
    try {
      await this.bus.call(deadLetters(service).replay, { id });
      return 'done';
    } catch (error) {
      if (!(error instanceof Problem) || isAway(error)) throw error;
      return (await this.isGone(service, id)) ? 'passed' : 'failed';
    }
  }

  /** True if somebody else has replayed or dropped it meanwhile. */
  private async isGone(service: string, id: string): Promise<boolean> {
    try {
      await this.bus.call(deadLetters(service).get, { id });
      return false;
    } catch (error) {
      if (error instanceof Problem && error.code === 'dead-letter-not-found') return true;
      throw error;
    }
  }

  private async count(job: JobEntity, services: readonly string[]): Promise<number> {
    let total = 0;
    for (const service of services) {
      for (let before: string | undefined = job.id; before !== undefined;) {
        const letters: DeadLetter[] = await this.list(service, before, countedAtOnce);
        total += letters.filter((letter) => isWanted(job, letter)).length;
        before = letters.length === countedAtOnce ? letters.at(-1)?.id : undefined;
      }
    }
    return total;
  }

  private list(service: string, before: string, at_most: number): Promise<DeadLetter[]> {
    return this.bus.call(deadLetters(service).list, { before, at_most });
  }

  private async save(job: JobEntity, change: Partial<JobEntity>): Promise<void> {
    const all = { ...change, attempts: 0, faults: 0, try_at: null, obstacle: null };
    const { affected } = await this.transactions.of(JobEntity).update({ id: job.id, finished_at: IsNull() }, all);
    if (affected === 0) throw new JobEnded();
    Object.assign(job, all);
  }
}

function isWanted({ request: { subject, since } }: JobEntity, letter: DeadLetter): boolean {
  const isOfSubject = subject === undefined || letter.subject === subject;
  return isOfSubject && (since === undefined || Date.parse(letter.received_at) >= Date.parse(since));
}

function isAway(error: Problem): boolean {
  return error.code === 'service-unavailable';
}
