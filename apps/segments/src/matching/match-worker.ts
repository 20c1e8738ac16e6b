import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { WaitingFile } from '../files/waiting-file.js';
import { holding } from '../lease.js';
import { repeat, type Repeated } from '../repeat.js';
import { MatchService } from './match.service.js';

/** Looks by itself, too: a file may have been left by a process that is no more, or uploaded to another replica. */
const everyMs = 1_000;
/** At once in each replica: a large file does not hold up a small one. */
const lanes = 2;
const pauseSeconds = 5;

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
    const waiting = await this.database.query<WaitingFile[]>(
      `SELECT f.id, f.segment_id, f.provider_name FROM file f
        WHERE f.state = 'waiting' AND f.not_before <= now() AND (SELECT complete FROM connection_walk)
        ORDER BY f.created_at, f.id LIMIT 20`,
    );
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
      await this.database
        .query('UPDATE file SET not_before = now() + make_interval(secs => $2) WHERE id = $1', [file.id, pauseSeconds])
        .catch(() => undefined);
      throw error;
    }
    return true;
  }
}
