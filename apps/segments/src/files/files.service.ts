import { Problem } from '@ces/contracts/problems';
import type { UploadPart } from '@ces/contracts/segments';
import { Transactions } from '@ces/messaging/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SegmentsConfig } from '../segments.config.js';
import { copyInto, createTable, dropTable } from './file-table.js';
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

  /** What was sent and will not be imported. Of an import nothing is dropped. */
  drop(id: string): Promise<{ dropped: true }> {
    return this.transactions.run(async (tx) => {
      const open = await tx.query<unknown[]>(`SELECT FROM file WHERE id = $1 AND state = 'uploading' FOR UPDATE`, [id]);
      if (open.length > 0) await remove(tx, id);
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
    await remove(tx, old.id);
    return true;
  }
}

/** Returns how many lines there are with this part. */
async function claim(tx: EntityManager, id: string, part: number, count: number): Promise<number> {
  if (part === 0) {
    await tx.query('INSERT INTO file (id, parts, lines) VALUES ($1, 1, $2)', [id, count]);
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

async function remove(tx: EntityManager, id: string): Promise<void> {
  await dropTable(tx, id);
  await tx.query('DELETE FROM file WHERE id = $1', [id]);
}

/** A part that is missing, or came twice. */
export function lost(): Problem {
  return new Problem('service-unavailable', 'A part of the file was lost on the way; send it again.', {
    retry_after: 1,
  });
}
