import type { SegmentMember } from '@ces/contracts/segments/segments';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { filesAtOnce, type FileInForce } from '../files/file-views.js';
import { identifierTable } from '../files/identifier-table.js';

/** Larger files are hashed faster than they are merged, unless vacuuming lets them be read from an index alone. */
const smallFile = 200_000;

export interface Membership {
  user_id: string;
  segment_id: string;
}

/**
 * The members of segments. No table records them: they follow from the connections and the files in force. SQL because
 * both are joined over tables that are named after uploads.
 */
@Injectable()
export class MemberStore {
  constructor(private readonly transactions: Transactions) {}

  async findMemberships(files: FileInForce[], userIds: string[]): Promise<Membership[]> {
    const found: Membership[] = [];
    for (let start = 0; start < files.length && userIds.length > 0; start += filesAtOnce) {
      const some = files.slice(start, start + filesAtOnce);
      const each = some.map(
        ({ upload_id }, index) =>
          `SELECT DISTINCT c.user_id, $${index * 2 + 2}::text AS segment_id
           FROM connection c JOIN ${identifierTable(upload_id)} f ON f.identifier = c.owner_id
          WHERE c.provider_name = $${index * 2 + 3} AND c.open AND c.user_id = ANY ($1)`,
      );
      const values = some.flatMap(({ segment_id, provider_name }) => [segment_id, provider_name]);
      found.push(
        ...(await this.transactions.current.query<Membership[]>(each.join(' UNION ALL '), [userIds, ...values])),
      );
    }
    return found;
  }

  /** The distinct members by an upload: users with one connection are counted, and the others are counted distinctly. */
  async count(uploadId: string, provider: string): Promise<number> {
    const table = identifierTable(uploadId);
    const [counted] = await this.transactions.current.query<{ n: string }[]>(
      `SELECT (SELECT count(*) FROM connection c JOIN ${table} f ON f.identifier = c.owner_id
              WHERE c.provider_name = $1 AND c.open AND NOT c.several)
          + (SELECT count(DISTINCT c.user_id) FROM connection c JOIN ${table} f ON f.identifier = c.owner_id
              WHERE c.provider_name = $1 AND c.open AND c.several) AS n`,
      [provider],
    );
    return Number(counted?.n);
  }

  /** Keeps a count on one core, because requests need the others, and a small file from reading all connections. */
  async countCheaply(): Promise<void> {
    await this.transactions.open.query(
      `SET LOCAL work_mem = '32MB'; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL random_page_cost = 1.1`,
    );
  }

  /**
   * Counts the users of a file with so many identifiers cheaply. The connections of a small file are looked up, or merged
   * from an index: to hash it, PostgreSQL would read the rows of all connections. A larger file is merged if nothing but
   * indexes is read. PostgreSQL has no statistics of a new file and would hash it, which takes five times the CPU.
   */
  async countFileCheaply(uploadId: string, identifiers: number): Promise<void> {
    await this.countCheaply();
    const merges = identifiers <= smallFile || (await this.areIndexesEnough(uploadId));
    if (merges) await this.transactions.open.query('SET LOCAL enable_hashjoin = off');
  }

  findPage({ upload_id, provider_name }: FileInForce, after: string, limit: number): Promise<SegmentMember[]> {
    return this.transactions.current.query(
      `SELECT DISTINCT c.user_id FROM connection c JOIN ${identifierTable(upload_id)} f ON f.identifier = c.owner_id
        WHERE c.provider_name = $1 AND c.open AND c.user_id > $2 ORDER BY c.user_id LIMIT $3`,
      [provider_name, after, limit],
    );
  }

  private async areIndexesEnough(uploadId: string): Promise<boolean> {
    const [tables] = await this.transactions.open.query<{ visible: boolean }[]>(
      `SELECT bool_and(relallvisible > 0.9 * relpages) AS visible FROM pg_class
        WHERE oid IN ('connection'::regclass, '${identifierTable(uploadId)}'::regclass)`,
    );
    return tables?.visible ?? false;
  }
}
