import type { CopiedConnection } from '@ces/contracts/connection-copy';
import { Transactions } from '@ces/messaging/transactions';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { holding } from '../lease.js';
import { repeat, type Repeated } from '../repeat.js';
import { CopyService } from './copy.service.js';

const everyMs = 5_000;
/** Facts live for a day: who was away for longer than this starts from the beginning. */
const awayHours = 12;
const againHours = 24;
/** Between pages of a comparison that nobody waits for. */
const easyMs = 200;

interface Walk {
  position: CopiedConnection | null;
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

  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly copy: CopyService,
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

  private async look(ended: AbortSignal): Promise<'done'> {
    await this.database.query(
      `UPDATE connection_walk SET
         complete = complete AND alive_at > now() - make_interval(hours => $1),
         position = CASE WHEN alive_at > now() - make_interval(hours => $1) THEN position END,
         alive_at = now()
       WHERE single`,
      [awayHours],
    );
    await holding(this.database, 'walk through connections', () => this.walk(ended));
    return 'done';
  }

  private async walk(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const step = await this.transactions.run(async (tx) => {
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
      });
      if (step === 'none') return;
      if (step === 'easy') await sleep(easyMs);
    }
  }
}
