import { databaseServices, deadLetters, type DeadLetter } from '@ces/contracts/dead-letters';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { JobEntity } from './job.entity.js';

const lettersAtOnce = 100;
const countedAtOnce = 500;

/**
 * Replays dead letters service by service, the newest first. After each letter the job says how far it has come, so that
 * another replica goes on after a kill: at most one letter is then replayed without being counted. Letters that come
 * later than the job are left alone, also those that fail again.
 */
@Injectable()
export class ReplayRunsService {
  constructor(
    private readonly bus: Bus,
    private readonly transactions: Transactions,
  ) {}

  @Every({
    name: 'replay-dead-letters',
    does: 'Replays the dead letters of a job that an administrator has asked for.',
    seconds: 2,
    atStart: true,
  })
  async run(stop: AbortSignal): Promise<void> {
    const jobs = this.transactions.of(JobEntity);
    const job = await jobs.findOne({ where: { finished_at: IsNull() }, order: { id: 'ASC' } });
    if (!job) return;
    try {
      await this.goOn(job, stop);
    } catch (error) {
      if (!(error instanceof Problem) || !isAway(error)) throw error;
      await jobs.update(job.id, { obstacle: error.detail });
    }
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
    Object.assign(job, change, { obstacle: null });
    await this.transactions.of(JobEntity).update(job.id, { ...change, obstacle: null });
  }
}

function isWanted({ request: { subject, since } }: JobEntity, letter: DeadLetter): boolean {
  const isOfSubject = subject === undefined || letter.subject === subject;
  return isOfSubject && (since === undefined || Date.parse(letter.received_at) >= Date.parse(since));
}

function isAway(error: Problem): boolean {
  return error.code === 'service-unavailable';
}
