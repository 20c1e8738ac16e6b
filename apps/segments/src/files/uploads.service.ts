import { Problem } from '@ces/contracts/problems';
import type { UploadPart } from '@ces/contracts/segments/segments';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { SegmentsConfig } from '../segments.config.js';
import { FileStore } from './file.store.js';
import { IdentifierStore } from './identifier.store.js';
import { uploadLost } from './upload-lost.js';

/** An upload without a new part for this long is abandoned. */
const abandonedAfter = '1 hour';
/** A reader that saw a file in force may use its table for this long after it was retired. */
const droppedAfter = '1 minute';
/** The first part of an upload commits within this time, and its row is visible from then on. */
const firstPartWithin = '1 minute';

@Injectable()
export class UploadsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly files: FileStore,
    private readonly identifiers: IdentifierStore,
    private readonly config: SegmentsConfig,
  ) {}

  /** A part is not flushed to disk: the commit of the import comes later and flushes all parts. */
  take({ document_id: uploadId, part, count, lines }: UploadPart): Promise<{ taken: number }> {
    if (lines.includes('\0')) throw new Problem('validation-failed', 'lines must be text without NUL');
    return this.transactions.run(async () => {
      await this.identifiers.commitAsynchronously();
      demandRoom(await this.claim(uploadId, part, count), this.config.IDENTIFIERS_PER_FILE);
      await this.identifiers.write(uploadId, lines);
      return { taken: count };
    });
  }

  /**
   * Drops an upload that will not be imported; a complete one stays. The upload's row stays for a minute as retired: it
   * refuses a first part that arrives later, and waits for one that is in its transaction.
   */
  drop(uploadId: string): Promise<{ dropped: true }> {
    return this.transactions.run(async () => {
      const dropped = await this.files.retireUpload(uploadId);
      if (dropped?.unknown) await this.identifiers.createTable(uploadId);
      else if (dropped) await this.identifiers.emptyTable(uploadId);
      return { dropped: true };
    });
  }

  @Every({
    name: 'delete-files',
    does: 'Deletes abandoned uploads, files that are no longer in force, and digests of erased identifiers.',
    seconds: 30,
    atStart: true,
  })
  async deleteOutlived(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.transactions.run(() => this.deleteOne())));
    await this.transactions.run(() => this.identifiers.purgeErased(firstPartWithin));
  }

  private async deleteOne(): Promise<boolean> {
    const uploadId = await this.files.lockOutlived(abandonedAfter, droppedAfter);
    if (uploadId === undefined) return false;
    await this.identifiers.drop(uploadId);
    return true;
  }

  /** Returns the number of lines of the upload with this part. */
  private async claim(uploadId: string, part: number, count: number): Promise<number> {
    if (part > 0) {
      const lines = await this.files.claimPart(uploadId, part, count);
      if (lines === undefined) throw uploadLost();
      return lines;
    }
    if (!(await this.files.begin(uploadId, count))) throw uploadLost();
    await this.identifiers.createTable(uploadId);
    return count;
  }
}

function demandRoom(lines: number, most: number): void {
  if (lines <= most) return;
  const detail = `has more than ${most} lines`;
  throw new Problem('csv-invalid', `The file ${detail}.`, { errors: [{ pointer: '#/file', code: 'lines', detail }] });
}
