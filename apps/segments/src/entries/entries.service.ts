import { userEnteredSegment } from '@ces/contracts/segments/segment-use';
import { newFact, Outbox } from '@ces/messaging/facts/outbox';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { WaitingFile } from '../files/file-views.js';
import { FilesService } from '../files/files.service.js';
import { UsesService } from '../uses/uses.service.js';
import { EntryStore } from './entry.store.js';

const everyMs = 5_000;
const entriesAtOnce = 2_000;

/**
 * Tells campaigns who entered a segment with a file. There may be a million entries: they are recorded in the transaction
 * that brings the file into force, and told in small transactions after it.
 */
@Injectable()
export class EntriesService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Entries');
  private repeated: Repeated | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly entries: EntryStore,
    private readonly files: FilesService,
    private readonly uses: UsesService,
  ) {}

  onApplicationBootstrap(): void {
    this.repeated = repeat(
      everyMs,
      () => this.tellWaiting(),
      (error) => {
        this.logger.warn({ err: error }, 'entries into segments could not be published; the worker tries again');
      },
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.repeated?.end();
  }

  /** Records the members of a new file who were no members by the file in force, if a campaign wants to know. */
  async record(file: WaitingFile, inForce: string | null): Promise<void> {
    if ((await this.uses.findWantingEntries([file.segment_id])).size === 0) return;
    const [before] = inForce === null ? [] : await this.files.findInForce([file.segment_id]);
    await this.entries.record(
      file.segment_id,
      { uploadId: file.id, provider: file.provider_name },
      before && { uploadId: before.upload_id, provider: before.provider_name },
    );
    afterCommit(() => this.repeated?.wake());
  }

  forgetSegment(segmentId: string): Promise<void> {
    return this.entries.deleteOfSegment(segmentId);
  }

  forgetUser(userId: string): Promise<void> {
    return this.entries.deleteOfUser(userId);
  }

  private async tellWaiting(): Promise<'more' | 'done'> {
    if (!(await this.entries.areWaiting())) return 'done';
    return this.transactions.run(() => this.tellSome());
  }

  private async tellSome(): Promise<'more' | 'done'> {
    const entries = await this.entries.take(entriesAtOnce);
    await this.outbox.addAll(entries.map((entry) => newFact(userEnteredSegment, entry, { key: entry.user_id })));
    return entries.length === entriesAtOnce ? 'more' : 'done';
  }
}
