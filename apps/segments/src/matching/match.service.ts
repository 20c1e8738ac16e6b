import { segmentProcessed } from '@ces/contracts/segments';
import { Outbox } from '@ces/messaging/outbox';
import { Transactions } from '@ces/messaging/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CatchUp } from '../connections/catch-up.js';
import { CopyService } from '../connections/copy.service.js';
import { countMembers } from '../connections/membership.js';
import { tableOf } from '../files/file-table.js';
import { forgetErased } from '../files/forget-identifiers.js';
import type { WaitingFile } from '../files/waiting-file.js';
import { toProcessed, type StoredSegment } from '../segments/stored-segments.js';
import { EntrySender } from './entry-sender.js';

/** A newer upload has come in: all that was done for this one is undone. */
class Overtaken extends Error {}

/**
 * Makes a file the one in force: first its identifiers become a set with an index, then, under the lock of the
 * connections, its users are counted and the file, the counts and the state change together. Any step may be repeated.
 * All of it is done on the session that holds the lease of the file.
 */
@Injectable()
export class MatchService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catchUp: CatchUp,
    private readonly copy: CopyService,
    private readonly entries: EntrySender,
    private readonly outbox: Outbox,
  ) {}

  async process(session: EntityManager, file: WaitingFile): Promise<void> {
    if (!(await progress(session, file, 0.1))) return;
    const { followed } = await forgetErased(session, file);
    await this.index(session, file);
    await progress(session, file, 0.6);
    const external = await countIdentifiers(session, file);
    await progress(session, file, 0.8);
    // Most of it before the lock is taken, the rest before anything is: an upload must not wait for the count.
    await this.catchUp.run(session);
    await this.copy.locked(session, async () => {
      await this.catchUp.run(session);
      await this.transactions.run((tx) => this.swap(tx, file, { external, followed }), session).catch(unlessOvertaken);
    });
  }

  /** Most files name nobody twice: that is tried first. The planner learns all it needs from the index. */
  private async index(session: EntityManager, file: WaitingFile): Promise<void> {
    const table = tableOf(file.id);
    const create = async (tx: EntityManager): Promise<void> => {
      // One core: the others are for those who wait for an answer.
      await tx.query('SET LOCAL max_parallel_maintenance_workers = 0');
      await tx.query(`CREATE UNIQUE INDEX IF NOT EXISTS ${table}_identifier ON ${table} (identifier)`);
    };
    try {
      await this.transactions.run(create, session);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // As a join, which may use the disk: an array of them would have to fit into memory, and into an array.
      await session.query(
        `DELETE FROM ${table} t USING (
           SELECT ctid FROM (SELECT ctid, row_number() OVER (PARTITION BY identifier) AS nth FROM ${table}) numbered
            WHERE nth > 1) again WHERE t.ctid = again.ctid`,
      );
      await this.transactions.run(create, session);
    }
  }

  private async swap(
    tx: EntityManager,
    file: WaitingFile,
    { external, followed }: { external: number; followed: string },
  ): Promise<void> {
    await tx.query(`SET LOCAL work_mem = '32MB'`);
    await tx.query('SET LOCAL max_parallel_workers_per_gather = 1');
    const { forgotten } = await forgetErased(tx, file, followed);
    const internal = await countMembers(tx, file.id, file.provider_name);
    const [segment] = await tx.query<StoredSegment[]>('SELECT * FROM segment WHERE id = $1', [file.segment_id]);
    const old = segment?.file_in_force ?? null;
    await this.entries.remember(tx, file, old);
    // Only now, so that nobody has to wait while users are counted.
    const [[processed]] = await tx.query<[StoredSegment[], number]>(
      `UPDATE segment SET state = 'processed', progress = 1, file_in_force = $2, external_count = $3,
         internal_count = $4, updated_at = now()
        WHERE id = $1 AND document_id = $2 AND EXISTS (SELECT FROM file WHERE id = $2 AND state = 'waiting') RETURNING *`,
      [file.segment_id, file.id, external - forgotten, internal],
    );
    if (!processed) throw new Overtaken();
    await tx.query(`UPDATE file SET state = 'retired', touched_at = now() WHERE id = $1`, [old]);
    await tx.query(`UPDATE file SET state = 'in-force', touched_at = now() WHERE id = $1`, [file.id]);
    await this.outbox.add(tx, segmentProcessed, toProcessed(processed));
  }
}

/** False when a newer upload has overtaken it. */
async function progress(session: EntityManager, file: WaitingFile, done: number): Promise<boolean> {
  const [, updated] = await session.query<[unknown[], number]>(
    `UPDATE segment SET state = 'processing', progress = $3
      WHERE id = $1 AND document_id = $2 AND state <> 'processed'`,
    [file.segment_id, file.id, done],
  );
  return updated > 0;
}

async function countIdentifiers(session: EntityManager, file: WaitingFile): Promise<number> {
  const [counted] = await session.query<{ n: string }[]>(`SELECT count(*) AS n FROM ${tableOf(file.id)}`);
  return Number(counted?.n);
}

function unlessOvertaken(error: unknown): void {
  if (!(error instanceof Overtaken)) throw error;
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
