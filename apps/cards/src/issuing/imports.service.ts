import {
  cardNumberPattern,
  type CardImport,
  type CardNumbers,
  type IssuedCards,
} from '@ces/contracts/cards/card-administration';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { CardImportNumberEntity } from './card-import-number.entity.js';
import { csvInvalid, faultOfLine, linesTaken, shownFaults } from './issue-problems.js';
import { toIssuedCard } from './issue-target.js';
import { IssuingService } from './issuing.service.js';
import { IssuingStore } from './issuing.store.js';

const shownCards = 100;

/** The numbers of an upload wait in a table of their own, and become cards together. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: IssuingStore,
    private readonly issuing: IssuingService,
  ) {}

  async take({ import_id: uploadId, lines, numbers }: CardNumbers): Promise<{ taken: number }> {
    demandUploadId(uploadId);
    const rows = numbers.map((identifier, index) => ({ line: lines[index], card_id: newId(), identifier }));
    const faults = rows
      .filter((row) => !cardNumberPattern.test(row.identifier))
      .map(({ line }) => faultOfLine(line, 'card-number', 'must be 1 to 80 printable ASCII characters'));
    if (faults.length > 0) throw csvInvalid(faults);
    await this.store.keep(uploadId, rows);
    return { taken: rows.length };
  }

  /** Makes cards of all numbers of the upload, or of none. */
  finish({ import_id: uploadId, count, ...issue }: CardImport): Promise<IssuedCards> {
    demandUploadId(uploadId);
    return this.transactions.run(async () => {
      const target = await this.issuing.targetOf(issue);
      await this.demandAll(uploadId, count);
      if ((await this.store.issueImport(uploadId, target)) !== count) throw await this.refusalOf(uploadId);
      const first = await this.numbers.find({
        where: { import_id: uploadId },
        order: { line: 'ASC' },
        take: shownCards,
      });
      await this.numbers.delete({ import_id: uploadId });
      return {
        issued: count,
        cards: first.map(({ card_id: id, identifier }) => toIssuedCard({ id, identifier }, target)),
      };
    });
  }

  async drop(uploadId: string): Promise<{ dropped: true }> {
    demandUploadId(uploadId);
    await this.numbers.delete({ import_id: uploadId });
    return { dropped: true };
  }

  @Every({
    name: 'drop-forgotten-imports',
    does: 'Deletes the card numbers of uploads that were never finished, after a day.',
    seconds: 3_600,
  })
  async dropForgotten(): Promise<void> {
    await this.store.dropForgotten();
  }

  private get numbers() {
    return this.transactions.of(CardImportNumberEntity);
  }

  private async demandAll(uploadId: string, count: number): Promise<void> {
    if ((await this.numbers.countBy({ import_id: uploadId })) === count) return;
    throw new Problem('service-unavailable', 'Some of the numbers were lost on the way; send them again.', {
      retry_after: 1,
    });
  }

  /** There are fewer cards than numbers: the file names a number twice, or some numbers were issued before. */
  private async refusalOf(uploadId: string): Promise<Problem> {
    const repeated = await this.store.findRepeatedLines(uploadId, shownFaults);
    if (repeated.length > 0)
      return csvInvalid(repeated.map((line) => faultOfLine(line, 'repeated', 'is in the file already')));
    const taken = await this.store.findTakenLines(uploadId, shownFaults);
    return linesTaken(taken);
  }
}

function demandUploadId(id: string): void {
  if (!isUuid(id)) throw new Problem('validation-failed', 'import_id must be a UUID');
}
