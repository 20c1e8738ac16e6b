import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isComplete } from '../connections/copied-rows.js';
import { putOff, waitingFiles } from '../files/file-states.js';
import type { WaitingFile } from '../files/waiting-file.js';
import { holding } from '../lease.js';
import { MatchService } from './match.service.js';

/** Looks by itself, too: a file may have been left by a process that is no more, or uploaded to another replica. */
const everyMs = 1_000;
/** At once in each replica: a large file does not hold up a small one. */
const lanes = 2;
const pauseSeconds = 5;
const filesAtOnce = 20;

/** Takes files that wait, oldest first. Each is one replica's at a time, by a lock that goes with the process. */
@Injectable()
export class MatchWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('MatchWorker');
  private running: Repeated[] = [];

  constructor(
    private readonly database: DataSource,
    private readonly match: MatchService,
  ) {}

  onApplicationBootstrap(): void {
    this.running = Array.from({ length: lanes }, () =>
      repeat(
        everyMs,
        () => this.look(),
        (error) => {
          this.log.warn({ err: error }, 'a file could not be processed; it is tried again');
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
    if (!(await isComplete(this.database.manager))) return 'done';
    const waiting = await waitingFiles(this.database.manager, filesAtOnce);
    for (const file of waiting) {
      const taken = await holding(this.database, `match ${file.id}`, (session) => this.process(session, file));
      if (taken) return 'more';
    }
    return 'done';
  }

  /** One that fails is put off, so that it does not hold up the others. */
  private async process(session: EntityManager, file: WaitingFile): Promise<true> {
    try {
      await this.match.process(session, file);
    } catch (error) {
      await putOff(this.database.manager, file.id, pauseSeconds).catch(() => undefined);
      throw error;
    }
    return true;
  }
}
