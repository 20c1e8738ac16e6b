import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type EntityManager } from 'typeorm';
import { holding } from '../lease.js';
import { CatchUp } from './catch-up.js';
import { CopyService } from './copy.service.js';

const everyMs = 5_000;
/** Facts live for a day: who was away for longer than this starts from the beginning. */
const awayHours = 12;
const againHours = 24;
/** Between pages of a comparison that nobody waits for. */
const easyMs = 200;
/** Between looks for changes that should have been heard of long ago. */
const closeMs = 60_000;

interface Walk {
  position: ConnectionRef | null;
  complete: boolean;
}

/**
 * Compares the copy with identity, page by page: at the first start, so that all there was before is in it; after a long
 * absence; and once a day, so that nothing that went wrong stays wrong. Files wait only until it has been through once.
 */
@Injectable()
export class ConnectionWalk implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('ConnectionWalk');
  private repeated: Repeated | undefined;
  private closeUntil = 0;

  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly copy: CopyService,
    private readonly catchUp: CatchUp,
  ) {}

  onApplicationBootstrap(): void {
    this.repeated = repeat(
      everyMs,
      (ended) => this.look(ended),
      (error) => {
        this.log.warn({ err: error }, 'the connections could not be compared; it is tried again');
      },
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.repeated?.end();
  }

  private async look(ended: AbortSignal): Promise<void> {
    await this.database.query(
      `UPDATE connection_walk SET
         complete = complete AND alive_at > now() - make_interval(hours => $1),
         position = CASE WHEN alive_at > now() - make_interval(hours => $1) THEN position END,
         alive_at = now()
       WHERE single`,
      [awayHours],
    );
    await holding(this.database, 'walk through connections', async (session) => {
      await this.walk(session, ended);
      await this.stayClose(session, ended);
    });
  }

  /** So that a file does not have to catch up with a day. */
  private async stayClose(session: EntityManager, ended: AbortSignal): Promise<void> {
    if (ended.aborted || Date.now() < this.closeUntil) return;
    await this.catchUp.run(session);
    this.closeUntil = Date.now() + closeMs;
  }

  private async walk(session: EntityManager, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const step = await this.transactions.run(async (tx) => {
        // A page that a crash forgets is compared again, for so is the position.
        await tx.query('SET LOCAL synchronous_commit = off');
        const [due] = await tx.query<Walk[]>(
          `SELECT position, complete FROM connection_walk
            WHERE NOT complete OR position IS NOT NULL OR ended_at < now() - make_interval(hours => $1)`,
          [againHours],
        );
        if (!due) return 'none';
        const position = await this.copy.compare(tx, due.position);
        await tx.query(
          `UPDATE connection_walk SET position = $1, complete = complete OR $1::jsonb IS NULL, alive_at = now(),
             ended_at = CASE WHEN $1::jsonb IS NULL THEN now() ELSE ended_at END`,
          [position],
        );
        return due.complete ? 'easy' : 'urgent';
      }, session);
      if (step === 'none') return;
      if (step === 'easy') await sleep(easyMs);
    }
  }
}
