import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { identifierTable } from '../files/identifier-table.js';
import { UserEntryEntity } from './user-entry.entity.js';

export type Entry = Pick<UserEntryEntity, 'segment_id' | 'user_id'>;

export interface Membership {
  uploadId: string;
  provider: string;
}

/** Users who entered a segment with a file and are not told of yet. SQL because `user_entry` is a queue of up to millions. */
@Injectable()
export class EntryStore {
  constructor(private readonly transactions: Transactions) {}

  /** With `old`, records only users who were no members by the old file. */
  async record(segmentId: string, { uploadId, provider }: Membership, old: Membership | undefined): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO user_entry (segment_id, user_id)
       SELECT $1, user_id FROM (
         ${membersOf(uploadId, '$2')} ${old ? `EXCEPT ${membersOf(old.uploadId, '$3')}` : 'GROUP BY c.user_id'}
       ) entered`,
      [segmentId, provider, ...(old ? [old.provider] : [])],
    );
  }

  async areWaiting(): Promise<boolean> {
    const found = await this.transactions.current.query<unknown[]>('SELECT FROM user_entry ORDER BY id LIMIT 1');
    return found.length > 0;
  }

  async take(limit: number): Promise<Entry[]> {
    const [entries] = await this.transactions.open.query<[Entry[], number]>(
      `DELETE FROM user_entry WHERE id = ANY (ARRAY(
         SELECT id FROM user_entry ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING segment_id, user_id`,
      [limit],
    );
    return entries;
  }

  async deleteOfSegment(segmentId: string): Promise<void> {
    await this.transactions.of(UserEntryEntity).delete({ segment_id: segmentId });
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.transactions.of(UserEntryEntity).delete({ user_id: userId });
  }
}

function membersOf(uploadId: string, provider: string): string {
  return `SELECT c.user_id FROM connection c JOIN ${identifierTable(uploadId)} f ON f.identifier = c.owner_id
    WHERE c.provider_name = ${provider} AND c.open`;
}
