import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import type { ImportProgress } from '@ces/service/import-progress';
import { Injectable } from '@nestjs/common';
import type { FileEntity, FileState } from './file.entity.js';
import { filesAtOnce, type FileInForce, type WaitingFile } from './file-views.js';
import { identifierTable } from './identifier-table.js';

export interface ErasableFile extends Pick<FileEntity, 'id' | 'provider_name'> {
  in_force: boolean;
}

/** Rows of `file`. SQL because a file changes its state by compare-and-set, and because facts look files up in sets. */
@Injectable()
export class FileStore {
  constructor(private readonly transactions: Transactions) {}

  /** Creates the row of an upload with its first part; false when there is a row already. */
  async begin(uploadId: string, lines: number): Promise<boolean> {
    const begun = await this.transactions.current.query<unknown[]>(
      'INSERT INTO file (id, parts, lines) VALUES ($1, 1, $2) ON CONFLICT DO NOTHING RETURNING id',
      [uploadId, lines],
    );
    return begun.length > 0;
  }

  /** Claims the next part of an upload. Returns its lines with this part; undefined when another part is due. */
  async claimPart(uploadId: string, part: number, lines: number): Promise<number | undefined> {
    const [[claimed]] = await this.transactions.current.query<[Pick<FileEntity, 'lines'>[], number]>(
      `UPDATE file SET parts = parts + 1, lines = lines + $3, touched_at = now()
      WHERE id = $1 AND state = 'uploading' AND parts = $2 RETURNING lines`,
      [uploadId, part, lines],
    );
    return claimed && Number(claimed.lines);
  }

  /** Hands a whole upload to its segment, to be processed; false unless exactly these parts have come in. */
  async complete(
    uploadId: string,
    { segmentId, provider, parts }: { segmentId: string; provider: string; parts: number },
  ): Promise<boolean> {
    const [, completed] = await this.transactions.current.query<[unknown[], number]>(
      `UPDATE file SET state = 'waiting', segment_id = $2, provider_name = $3, touched_at = now()
      WHERE id = $1 AND state = 'uploading' AND parts = $4`,
      [uploadId, segmentId, provider, parts],
    );
    return completed > 0;
  }

  /**
   * Retires an upload that is coming in; creates a retired row where there is none yet. `unknown` when no part has come
   * in, undefined when the upload is complete.
   */
  async retireUpload(uploadId: string): Promise<{ unknown: boolean } | undefined> {
    const [dropped] = await this.transactions.current.query<{ unknown: boolean }[]>(
      `INSERT INTO file (id, state) VALUES ($1, 'retired')
         ON CONFLICT (id) DO UPDATE SET state = 'retired', touched_at = now() WHERE file.state = 'uploading'
         RETURNING parts = 0 AS unknown`,
      [uploadId],
    );
    return dropped;
  }

  /** Locks the longest untouched file that can be deleted: an abandoned upload, or a retired file. */
  async lockOutlived(abandonedAfter: string, droppedAfter: string): Promise<string | undefined> {
    await this.transactions.current.query(`SET LOCAL lock_timeout = '2s'`);
    const [old] = await this.transactions.current.query<Pick<FileEntity, 'id'>[]>(
      `SELECT id FROM file WHERE (state = 'uploading' AND touched_at < now() - $1::interval)
          OR (state = 'retired' AND touched_at < now() - $2::interval)
        ORDER BY touched_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [abandonedAfter, droppedAfter],
    );
    return old?.id;
  }

  findWaiting(limit: number): Promise<WaitingFile[]> {
    return this.transactions.current.query(
      `SELECT id, segment_id, provider_name FROM file
      WHERE state = 'waiting' AND not_before <= now() ORDER BY created_at, id LIMIT $1`,
      [limit],
    );
  }

  async progress(): Promise<ImportProgress> {
    const [progress] = await this.transactions.current.query<ImportProgress[]>(
      `SELECT coalesce(sum(lines), 0)::float8 AS lines,
              coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
         FROM file WHERE state = 'waiting'`,
    );
    return progress ?? { lines: 0, seconds: 0 };
  }

  /** Lets other files go first for this time. */
  async putOff(uploadId: string, seconds: number): Promise<void> {
    await this.transactions.current.query(
      'UPDATE file SET not_before = now() + make_interval(secs => $2) WHERE id = $1',
      [uploadId, seconds],
    );
  }

  async comeIntoForce(uploadId: string, replaced: string | null): Promise<void> {
    await this.transactions.current.query(`UPDATE file SET state = 'retired', touched_at = now() WHERE id = $1`, [
      replaced,
    ]);
    await this.transactions.current.query(`UPDATE file SET state = 'in-force', touched_at = now() WHERE id = $1`, [
      uploadId,
    ]);
  }

  async retire(segmentId: string, states: Extract<FileState, 'waiting' | 'in-force'>[]): Promise<void> {
    await this.transactions.current.query(
      `UPDATE file SET state = 'retired', touched_at = now() WHERE segment_id = $1 AND state = ANY ($2)`,
      [segmentId, states],
    );
  }

  findInForce(segmentIds: string[]): Promise<FileInForce[]> {
    return this.transactions.current.query(
      `SELECT segment_id, id AS upload_id, provider_name FROM file
      WHERE state = 'in-force' AND segment_id = ANY ($1) ORDER BY segment_id`,
      [segmentIds],
    );
  }

  /** The files in force that hold one of these owners: a change of an owner's connection changes only their members. */
  async findHolding(owners: ConnectionRef[]): Promise<FileInForce[]> {
    const found: FileInForce[] = [];
    for (const [provider, theirs] of Map.groupBy(owners, (owner) => owner.provider_name)) {
      const files = await this.transactions.current.query<FileInForce[]>(
        `SELECT segment_id, id AS upload_id, provider_name FROM file
        WHERE state = 'in-force' AND provider_name = $1 ORDER BY segment_id`,
        [provider],
      );
      const identifiers = [...new Set(theirs.map((owner) => owner.owner_id))];
      for (let start = 0; start < files.length; start += filesAtOnce) {
        found.push(...(await this.selectHolding(files.slice(start, start + filesAtOnce), identifiers)));
      }
    }
    return found;
  }

  /** Locks the rows of all files, so that none is deleted meanwhile. */
  lockAll(): Promise<ErasableFile[]> {
    return this.transactions.current.query(
      `SELECT id, provider_name, state = 'in-force' AS in_force FROM file ORDER BY id FOR KEY SHARE`,
    );
  }

  private async selectHolding(files: FileInForce[], identifiers: string[]): Promise<FileInForce[]> {
    const each = files.map(
      ({ upload_id }, place) =>
        `SELECT ${place} AS place WHERE EXISTS (SELECT FROM ${identifierTable(upload_id)} WHERE identifier = ANY ($1))`,
    );
    const naming = await this.transactions.current.query<{ place: number }[]>(each.join(' UNION ALL '), [identifiers]);
    const places = new Set(naming.map(({ place }) => place));
    return files.filter((_file, place) => places.has(place));
  }
}
