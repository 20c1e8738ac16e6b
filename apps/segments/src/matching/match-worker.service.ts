import { Leases } from '@ces/messaging/storage/leases';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ConnectionCopyService } from '../connections/connection-copy.service.js';
import type { WaitingFile } from '../files/file-views.js';
import { FilesService } from '../files/files.service.js';
import { MatchService } from './match.service.js';

/** A file wakes the worker of its replica. The worker also looks by itself, for files of processes that have died. */
const everyMs = 5_000;
/** Each replica works at several files, so that a large file does not hold up a small one. */
const lanes = 2;
const pauseSeconds = 5;
const filesAtOnce = 20;

/** Processes files that wait, oldest first. One replica has a file at a time. */
@Injectable()
export class MatchWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('MatchWorker');
  private running: Repeated[] = [];

  constructor(
    private readonly copy: ConnectionCopyService,
    private readonly files: FilesService,
    private readonly leases: Leases,
    private readonly match: MatchService,
  ) {}

  onApplicationBootstrap(): void {
    this.running = Array.from({ length: lanes }, () =>
      repeat(
        everyMs,
        () => this.look(),
        (error) => {
          this.logger.warn({ err: error }, 'a file could not be processed; the worker tries again');
        },
      ),
    );
  }

  wake(): void {
    for (const each of this.running) each.wake();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.running.map((each) => each.end()));
  }

  private async look(): Promise<'more' | 'done'> {
    const waiting = await this.files.findWaiting(filesAtOnce);
    if (waiting.length === 0 || !(await this.copy.isComplete())) return 'done';
    for (const file of waiting) {
      const taken = await this.leases.attempt(`match ${file.id}`, () => this.process(file));
      if (taken) return 'more';
    }
    return 'done';
  }

  /** A file whose processing fails is put off, so that it does not hold up the others. */
  private async process(file: WaitingFile): Promise<true> {
    try {
      await this.match.process(file);
    } catch (error) {
      await this.files.putOff(file.id, pauseSeconds).catch(() => undefined);
      throw error;
    }
    return true;
  }
}
