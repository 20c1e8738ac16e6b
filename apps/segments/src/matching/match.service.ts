import { segmentProcessed } from '@ces/contracts/segments/segments';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { CatchUp } from '../connections/catch-up.service.js';
import { ConnectionCopyService } from '../connections/connection-copy.service.js';
import { EntriesService } from '../entries/entries.service.js';
import type { WaitingFile } from '../files/file-views.js';
import { FilesService } from '../files/files.service.js';
import { IdentifiersService } from '../files/identifiers.service.js';
import { MembersService } from '../members/members.service.js';
import { SegmentProgressService } from '../segments/segment-progress.service.js';

/** A file starts again at most so often when connections change while it waits for the lock. */
const mostTries = 5;

/** Rolls the transaction back, because the segment has a newer upload. */
class Overtaken extends Error {}

/** `followed` is the last erasure that `external` includes. */
interface IdentifierCount {
  external: number;
  followed: string;
}

/**
 * Brings a file into force. First its identifiers become a set with an index. Then, under the lock of the connections, its
 * users are counted, and the file, the counts and the state change together. Every step may be repeated.
 */
@Injectable()
export class MatchService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catchUp: CatchUp,
    private readonly copy: ConnectionCopyService,
    private readonly entries: EntriesService,
    private readonly files: FilesService,
    private readonly identifiers: IdentifiersService,
    private readonly members: MembersService,
    private readonly segments: SegmentProgressService,
    private readonly outbox: Outbox,
  ) {}

  async process(file: WaitingFile): Promise<void> {
    const upload = { segmentId: file.segment_id, uploadId: file.id };
    if (!(await this.segments.showProgress(upload, 0.1))) return;
    const followed = await this.identifiers.followErasures(file);
    await this.identifiers.makeSet(file.id);
    await this.segments.showProgress(upload, 0.6);
    const external = await this.identifiers.count(file.id);
    // Most changes are caught up here, without the lock. `trySwap` catches up again under it, before any segment is locked.
    await this.catchUp.run();
    const trySwap = (tries: number): Promise<'swapped' | 'changed'> =>
      this.transactions.run(() => this.trySwap(file, { external, followed }, tries));
    for (let tries = 1; (await trySwap(tries).catch(unlessOvertaken)) === 'changed';) tries += 1;
  }

  /**
   * Changes that are caught up lock their segments until the commit. So they are committed first, and users are counted by
   * the next try, under the lock again. The last try does both, in case the changes never end.
   */
  private async trySwap(file: WaitingFile, counted: IdentifierCount, tries: number): Promise<'swapped' | 'changed'> {
    await this.copy.lock();
    if ((await this.catchUp.run()) > 0 && tries < mostTries) return 'changed';
    await this.swap(file, counted);
    return 'swapped';
  }

  private async swap(file: WaitingFile, counted: IdentifierCount): Promise<void> {
    await this.members.countFileCheaply(file.id, counted.external);
    const external = await this.countExternal(file, counted);
    const internal = await this.members.count(file.id, file.provider_name);
    const old = await this.segments.inForce(file.segment_id);
    await this.entries.record(file, old);
    // The segment is locked only now, so that no request waits while users are counted.
    const processed = await this.segments.finish(
      { segmentId: file.segment_id, uploadId: file.id },
      { external, internal },
    );
    if (!processed) throw new Overtaken();
    await this.files.comeIntoForce(file.id, old);
    await this.outbox.add(segmentProcessed, processed);
  }

  /** Counts again when an erasure has deleted identifiers since the last look at the record of erasures. */
  private async countExternal(file: WaitingFile, { external, followed }: IdentifierCount): Promise<number> {
    const undisturbed = (await this.identifiers.followErasures(file, followed)) === followed;
    return undisturbed ? external : this.identifiers.count(file.id);
  }
}

function unlessOvertaken(error: unknown): void {
  if (!(error instanceof Overtaken)) throw error;
}
