import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUniqueViolation } from '@ces/service/database/violations';
import { Injectable } from '@nestjs/common';
import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import type { ErasedOwnerEntity } from './erased-owner.entity.js';
import type { WaitingFile } from './file-views.js';
import { identifierTable } from './identifier-table.js';

/**
 * The identifiers of uploads, in one table per upload, and digests of erased identifiers. SQL because the tables come and
 * go with their uploads, are filled by COPY, and hold millions of rows. Functions of the database change them, because the
 * role of the service may not.
 */
@Injectable()
export class IdentifierStore {
  constructor(private readonly transactions: Transactions) {}

  async createTable(uploadId: string): Promise<void> {
    await this.transactions.current.query('SELECT make_identifiers($1)', [uploadId]);
  }

  /** Empties the table of an upload whose row stays: each row of `file` has a table. */
  async emptyTable(uploadId: string): Promise<void> {
    await this.transactions.current.query('SELECT empty_identifiers($1)', [uploadId]);
  }

  /** Drops the table and the row of an upload; false when a reader of the table kept it for longer than the lock time-out. */
  async drop(uploadId: string): Promise<boolean> {
    const tx = this.transactions.current;
    try {
      await tx.transaction((nested) => nested.query('SELECT drop_identifiers($1)', [uploadId]));
      await tx.query('DELETE FROM file WHERE id = $1', [uploadId]);
      return true;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      // Moves the file to the end of the queue.
      await tx.query('UPDATE file SET touched_at = now() WHERE id = $1', [uploadId]);
      return false;
    }
  }

  /** Writes lines of one identifier each. Not flushed to disk: the commit of the import flushes all earlier writes. */
  async write(uploadId: string, lines: string): Promise<void> {
    const client = (await this.transactions.open.queryRunner?.connect()) as PoolClient;
    const stream = client.query(from(`COPY ${identifierTable(uploadId)} FROM STDIN`));
    stream.end(escaped(lines));
    await finished(stream);
  }

  /** Lets this transaction commit without waiting for the disk. */
  async commitAsynchronously(): Promise<void> {
    await this.transactions.open.query('SET LOCAL synchronous_commit = off');
  }

  /**
   * Turns the identifiers of a complete upload into a set with an index, from which the planner learns its statistics.
   * Most files have no duplicates, so the index is tried first. May be repeated.
   */
  async makeSet(uploadId: string): Promise<void> {
    try {
      await this.transactions.run(() => this.createIndex(uploadId));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await this.transactions.run(() => this.replaceBySet(uploadId));
    }
  }

  /**
   * Lets identifiers be joined from the index alone, which takes a fifth of the CPU. Outside a transaction. PostgreSQL
   * does nothing while another session holds the table, or if the role may not, and then the rows are read as well.
   */
  async vacuum(uploadId: string): Promise<void> {
    const { current } = this.transactions;
    const [answer] = await current.query<{ allowed: boolean }[]>('SELECT allow_vacuum($1) AS allowed', [uploadId]);
    if (!answer?.allowed) return;
    await current.query(`VACUUM (SKIP_LOCKED, TRUNCATE off, INDEX_CLEANUP off) ${identifierTable(uploadId)}`);
  }

  async count(uploadId: string): Promise<number> {
    const [counted] = await this.transactions.current.query<{ n: string }[]>(
      `SELECT count(*) AS n FROM ${identifierTable(uploadId)}`,
    );
    return Number(counted?.n);
  }

  async deleteFrom(uploadId: string, identifiers: string[]): Promise<void> {
    await this.transactions.current.query(`DELETE FROM ${identifierTable(uploadId)} WHERE identifier = ANY ($1)`, [
      identifiers,
    ]);
  }

  /** The digests carry the time of the clock, which is later than the beginning of every upload that is not visible here. */
  async recordErased(owners: ConnectionRef[]): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO erased_owner (provider_name, digest)
     SELECT provider_name, sha256(convert_to(owner_id, 'UTF8'))
       FROM json_to_recordset($1) AS t (provider_name text, owner_id text)`,
      [JSON.stringify(owners)],
    );
  }

  /** Deletes owners that were erased while the file came in, from the record `after` on. Returns the last record. */
  async deleteErased(file: WaitingFile, after: string): Promise<string> {
    const erased = await this.transactions.current.query<Pick<ErasedOwnerEntity, 'id' | 'digest'>[]>(
      `SELECT e.id, e.digest FROM erased_owner e JOIN file f ON f.id = $1 AND f.created_at <= e.erased_at
      WHERE e.provider_name = $2 AND e.id > $3 ORDER BY e.id`,
      [file.id, file.provider_name, after],
    );
    const last = erased.at(-1);
    if (!last) return after;
    await this.transactions.current.query(
      `DELETE FROM ${identifierTable(file.id)} WHERE sha256(convert_to(identifier, 'UTF8')) = ANY ($1::bytea[])`,
      [erased.map(({ digest }) => digest)],
    );
    return last.id;
  }

  /** Deletes digests that are older than this and than every file that is not yet in force. */
  async purgeErased(olderThan: string): Promise<void> {
    await this.transactions.current.query(
      `DELETE FROM erased_owner e WHERE erased_at < now() - $1::interval AND NOT EXISTS (
       SELECT FROM file WHERE state IN ('uploading', 'waiting') AND created_at <= e.erased_at)`,
      [olderThan],
    );
  }

  private async createIndex(uploadId: string): Promise<void> {
    const tx = this.transactions.open;
    // Uses one core, because requests need the others. With more memory a sort misses the processor's caches and takes
    // more CPU. A crash loses the index at most, and it is made again.
    await tx.query(
      `SET LOCAL max_parallel_maintenance_workers = 0; SET LOCAL maintenance_work_mem = '8MB'; SET LOCAL synchronous_commit = off`,
    );
    await tx.query('SELECT index_identifiers($1)', [uploadId]);
  }

  /** Writes one line per identifier into a new table: deleting millions of duplicates would take longer. */
  private async replaceBySet(uploadId: string): Promise<void> {
    const tx = this.transactions.open;
    // A backup or an erasure may hold the table. Every later reader would queue behind this lock, so it gives up soon.
    await tx.query(`SET LOCAL lock_timeout = '2s'`);
    // The planner expects few distinct values in a new table, and would choose a hash that does not fit. This sorts.
    await tx.query('SET LOCAL enable_hashagg = off');
    await tx.query(`SET LOCAL work_mem = '16MB'`);
    await tx.query('SELECT replace_identifiers_by_set($1)', [uploadId]);
    await this.createIndex(uploadId);
    // Rows of a commit that is not on disk cannot be marked as visible.
    await tx.query('SET LOCAL synchronous_commit = on');
  }
}

/** Escapes the characters that have a meaning in COPY's text format. */
function escaped(lines: string): string {
  const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\r': '\\r' };
  return lines.replace(/[\\\t\r]/g, (character) => escapes[character] ?? character);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
