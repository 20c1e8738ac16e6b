import type { SegmentAudience } from '@ces/contracts/segments/segment-audience';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { FileInForce } from '../files/file-views.js';
import { identifierTable } from '../files/identifier-table.js';

/** The files in force of the segments of an audience. */
export type AudienceFiles = Record<keyof SegmentAudience, FileInForce[]>;

interface Part {
  /** The users of the audience. */
  text: string;
  values: unknown[];
}

/** The users of an audience of segments. SQL because unions and differences are made over tables that are named after uploads. */
@Injectable()
export class AudienceStore {
  constructor(private readonly transactions: Transactions) {}

  async count(files: AudienceFiles, among: string[] | null): Promise<number> {
    const { text, values } = usersOf(files, '($1::text[] IS NULL OR c.user_id = ANY ($1::text[]))');
    const [counted] = await this.transactions.open.query<{ users: string }[]>(
      `SELECT count(*) AS users FROM (${text}) users`,
      [among, ...values],
    );
    return Number(counted?.users);
  }

  async findAfter(files: AudienceFiles, after: string, limit: number): Promise<string[]> {
    const { text, values } = usersOf(files, 'c.user_id > $1');
    const rows = await this.transactions.open.query<{ user_id: string }[]>(
      `SELECT user_id FROM (${text}) users ORDER BY user_id LIMIT ${limit}`,
      [after, ...values],
    );
    return rows.map(({ user_id }) => user_id);
  }
}

function usersOf({ include_segments, exclude_segments }: AudienceFiles, wanted: string): Part {
  const values: unknown[] = [];
  const members = ({ upload_id, provider_name }: FileInForce): string => {
    values.push(provider_name);
    return `SELECT c.user_id FROM connection c JOIN ${identifierTable(upload_id)} f ON f.identifier = c.owner_id
             WHERE c.provider_name = $${values.length + 1} AND c.open AND ${wanted}`;
  };
  const all = (files: FileInForce[]): string => files.map(members).join(' UNION ALL ');
  const included = `SELECT DISTINCT user_id FROM (${all(include_segments)}) included`;
  const text =
    exclude_segments.length === 0
      ? included
      : `${included} EXCEPT SELECT user_id FROM (${all(exclude_segments)}) excluded`;
  return { text, values };
}
