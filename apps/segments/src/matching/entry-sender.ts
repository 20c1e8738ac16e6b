import { userEnteredSegment } from '@ces/contracts/segments/segment-use';
import { newFact, Outbox } from '@ces/messaging/facts/outbox';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { tableOf } from '../files/file-table.js';
import { filesInForce } from '../files/files-in-force.js';
import type { WaitingFile } from '../files/waiting-file.js';
import { wantedEntries } from '../uses/wanted-entries.js';

const everyMs = 1_000;
const atOnce = 2_000;

/** Tells of users who came in with a file. There may be a million of them: they are written down with the swap, and told after it. */
@Injectable()
export class EntrySender implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('EntrySender');
  private repeated: Repeated | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  onApplicationBootstrap(): void {
    this.repeated = repeat(
      everyMs,
      () => this.transactions.run((tx) => this.sendSome(tx)),
      (error) => {
        this.log.warn({ err: error }, 'it could not be told who came in; it is tried again');
      },
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.repeated?.end();
  }

  /** Members of the new file who were no members by the old one, if somebody wants to know of them. */
  async remember(tx: EntityManager, file: WaitingFile, old: string | null): Promise<void> {
    if ((await wantedEntries(tx, [file.segment_id])).size === 0) return;
    const [before] = old === null ? [] : await filesInForce(tx, [file.segment_id]);
    await tx.query(
      `INSERT INTO user_entry (segment_id, user_id)
       SELECT $1, user_id FROM (
         ${membersOf(file.id, '$2')} ${before ? `EXCEPT ${membersOf(before.file_id, '$3')}` : 'GROUP BY c.user_id'}
       ) entered`,
      [file.segment_id, file.provider_name, ...(before ? [before.provider_name] : [])],
    );
    afterCommit(() => this.repeated?.wake());
  }

  private async sendSome(tx: EntityManager): Promise<'more' | 'done'> {
    const [entries] = await tx.query<[{ segment_id: string; user_id: string }[], number]>(
      `DELETE FROM user_entry WHERE id = ANY (ARRAY(
         SELECT id FROM user_entry ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING segment_id, user_id`,
      [atOnce],
    );
    await this.outbox.addAll(entries.map((entry) => newFact(userEnteredSegment, entry, { key: entry.user_id })));
    return entries.length === atOnce ? 'more' : 'done';
  }
}

function membersOf(fileId: string, provider: string): string {
  return `SELECT c.user_id FROM connection c JOIN ${tableOf(fileId)} f ON f.identifier = c.owner_id
    WHERE c.provider_name = ${provider} AND c.open`;
}
