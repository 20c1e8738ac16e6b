import { Problem } from '@ces/contracts/problems';
import type { UploadPart } from '@ces/contracts/segments/segments';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SegmentsConfig } from '../segments.config.js';
import { copyInto, createTable, dropTable, emptyTable } from './file-table.js';
import { forgetDigests } from './forget-identifiers.js';

/** An upload that nobody has added to for so long is forgotten. */
const forgottenAfter = '1 hour';
/** Whoever has read that a file is in force may use its table for a while yet. */
const droppedAfter = '1 minute';

/** Uploads on their way in, and the end of files. */
@Injectable()
export class FilesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly config: SegmentsConfig,
  ) {}

  /**
   * Not waited for on disk: the import that counts on the parts commits after them, and with it all that was written
   * before is.
   */
  take({ document_id, part, count, lines }: UploadPart): Promise<{ taken: number }> {
    if (lines.includes('\0')) throw new Problem('validation-failed', 'lines must be text without NUL');
    return this.transactions.run(async (tx) => {
      await tx.query('SET LOCAL synchronous_commit = off');
      demandRoom(await claim(tx, document_id, part, count), this.config.IDENTIFIERS_PER_FILE);
      await copyInto(tx, document_id, lines);
      return { taken: count };
    });
  }

  /**
   * What was sent and will not be imported; of an import nothing is dropped. A first part may still be on its way, or in its
   * transaction: the row that stays for a while refuses the one and waits for the other.
   */
  drop(id: string): Promise<{ dropped: true }> {
    return this.transactions.run(async (tx) => {
      const [dropped] = await tx.query<{ unknown: boolean }[]>(
        `INSERT INTO file (id, state) VALUES ($1, 'retired')
         ON CONFLICT (id) DO UPDATE SET state = 'retired', touched_at = now() WHERE file.state = 'uploading'
         RETURNING parts = 0 AS unknown`,
        [id],
      );
      if (dropped?.unknown) await createTable(tx, id);
      else if (dropped) await emptyTable(tx, id);
      return { dropped: true };
    });
  }

  /** Forgotten uploads, and files that are in force no more. */
  async sweep(): Promise<void> {
    while (await this.transactions.run((tx) => this.sweepOne(tx)));
    await this.transactions.run(forgetDigests);
  }

  private async sweepOne(tx: EntityManager): Promise<boolean> {
    await tx.query(`SET LOCAL lock_timeout = '2s'`);
    const [old] = await tx.query<{ id: string }[]>(
      `SELECT id FROM file WHERE (state = 'uploading' AND touched_at < now() - $1::interval)
          OR (state = 'retired' AND touched_at < now() - $2::interval)
        ORDER BY touched_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [forgottenAfter, droppedAfter],
    );
    if (!old) return false;
    try {
      await tx.transaction((nested) => dropTable(nested, old.id));
      await tx.query('DELETE FROM file WHERE id = $1', [old.id]);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      // Somebody reads it: its turn comes again, after all others.
      await tx.query('UPDATE file SET touched_at = now() WHERE id = $1', [old.id]);
    }
    return true;
  }
}

/** Returns how many lines there are with this part. */
async function claim(tx: EntityManager, id: string, part: number, count: number): Promise<number> {
  if (part === 0) {
    const begun = await tx.query<unknown[]>(
      'INSERT INTO file (id, parts, lines) VALUES ($1, 1, $2) ON CONFLICT DO NOTHING RETURNING id',
      [id, count],
    );
    if (begun.length === 0) throw lost();
    await createTable(tx, id);
    return count;
  }
  const [[claimed]] = await tx.query<[{ lines: string }[], number]>(
    `UPDATE file SET parts = parts + 1, lines = lines + $3, touched_at = now()
      WHERE id = $1 AND state = 'uploading' AND parts = $2 RETURNING lines`,
    [id, part, count],
  );
  if (!claimed) throw lost();
  return Number(claimed.lines);
}

function demandRoom(lines: number, most: number): void {
  if (lines <= most) return;
  const detail = `has more than ${most} lines`;
  throw new Problem('csv-invalid', `The file ${detail}.`, { errors: [{ pointer: '#/file', code: 'lines', detail }] });
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/** A part that is missing, came twice, or is of an upload that was dropped. */
export function lost(): Problem {
  return new Problem('service-unavailable', 'A part of the file was lost on the way; send it again.', {
    retry_after: 1,
  });
}
