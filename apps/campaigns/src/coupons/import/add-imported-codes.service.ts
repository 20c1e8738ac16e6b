import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { afterFailure, whileElected } from '@ces/service/jobs/after-failure';
import { Injectable, Logger } from '@nestjs/common';
import { CodesService } from '../codes.service.js';
import { CodeImportStore, type Job, type Line } from './code-import.store.js';

/** Writing this many codes takes some tens of milliseconds. */
const codesAtOnce = 2_000;

/**
 * Adds codes in sets, each in one transaction with its counts: a killed process loses a set that was not committed, and the
 * next one begins with it.
 */
@Injectable()
export class AddImportedCodesService {
  private readonly logger = new Logger('CodeImports');

  constructor(
    private readonly transactions: Transactions,
    private readonly imports: CodeImportStore,
    private readonly codes: CodesService,
    private readonly chores: Chores,
  ) {}

  @Every({
    name: 'add-imported-codes',
    does: 'Adds the next codes of an uploaded file to their coupon.',
    seconds: 10,
    atStart: true,
  })
  async run(): Promise<'more' | 'done'> {
    const job = await this.imports.findNext();
    if (!job) return 'done';
    try {
      const lines = await this.imports.findLines(job, codesAtOnce);
      if (lines.length > 0) await this.add(job, lines);
      else await this.imports.finish(job.id);
    } catch (error) {
      if (!(await this.fail(job, error))) return 'done';
    }
    return 'more';
  }

  private fail(job: Job, error: unknown): Promise<boolean> {
    return whileElected(this.transactions, async () => {
      this.logger.error({ err: error, import: job.id }, 'codes of a file could not be added');
      const failure = afterFailure(error, job);
      await this.imports.fail(job.id, failure);
      if (failure.try_at) this.chores.wake('add-imported-codes', failure.try_at.getTime() - Date.now());
    });
  }

  private async add(job: Job, lines: Line[]): Promise<void> {
    const last = lines.at(-1)?.line ?? job.position;
    await this.transactions.run(async () => {
      // Another replica has moved the import: its set is not this one.
      if (!(await this.imports.moveOn(job, last))) return;
      const left = await this.codes.addNew(
        job.coupon_id,
        lines.map(({ code }) => code),
      );
      // The first line of a code that was new has added it.
      const refused = lines.filter(({ code }) => !left.delete(code));
      await this.imports.endLines(job.id, last, lines.length - refused.length, refused);
    });
  }
}
