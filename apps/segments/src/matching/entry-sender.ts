import { userEnteredSegment } from '@ces/contracts/segment-use';
import { newFact, Outbox } from '@ces/messaging/outbox';
import { Transactions } from '@ces/messaging/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { filesInForce } from '../connections/membership.js';
import { tableOf } from '../files/file-table.js';
import type { WaitingFile } from './match.service.js';

const atOnce = 2_000;

/** Tells of users who came in with a file. There may be a million of them: they are written down with the swap, and told after it. */
@Injectable()
export class EntrySender {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  async send(): Promise<void> {
    while (await this.transactions.run((tx) => this.sendSome(tx)));
  }

  private async sendSome(tx: EntityManager): Promise<boolean> {
    const [entries] = await tx.query<[{ segment_id: string; user_id: string }[], number]>(
      `DELETE FROM user_entry WHERE id = ANY (ARRAY(
         SELECT id FROM user_entry ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING segment_id, user_id`,
      [atOnce],
    );
    await this.outbox.addAll(
      tx,
      entries.map((entry) => newFact(userEnteredSegment, entry, { key: entry.user_id })),
    );
    return entries.length === atOnce;
  }
}

/** Members of the new file who were no members by the old one, if somebody wants to know of them. */
export async function rememberEntries(tx: EntityManager, file: WaitingFile, old: string | null): Promise<void> {
  const wanted = await tx.query<unknown[]>('SELECT FROM segment_use WHERE segment_id = $1 AND entries LIMIT 1', [
    file.segment_id,
  ]);
  if (wanted.length === 0) return;
  const [before] = old === null ? [] : await filesInForce(tx, [file.segment_id]);
  const members = (id: string, provider: string): string =>
    `SELECT c.user_id FROM connection c JOIN ${tableOf(id)} f ON f.identifier = c.owner_id
      WHERE c.provider_name = ${provider} AND c.open`;
  await tx.query(
    `INSERT INTO user_entry (segment_id, user_id)
     SELECT $1, user_id FROM (
       ${members(file.id, '$2')} ${before ? `EXCEPT ${members(before.file_id, '$3')}` : 'GROUP BY c.user_id'}
     ) entered`,
    [file.segment_id, file.provider_name, ...(before ? [before.provider_name] : [])],
  );
}
