import {
  mostCodes,
  type BegunCodeImport,
  type CodeImport,
  type CodeImportFault,
  type CodeImportRef,
  type CodeLines,
  type CodeUploadRef,
  type FaultsOfCodeImport,
  type NewCodeImport,
} from '@ces/contracts/campaigns/coupon-codes';
import { code as codePattern } from '@ces/contracts/campaigns/coupons';
import { largestPage, type Paged } from '@ces/contracts/paging';
import { faulty, Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { notACursor } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { JobLineStore } from '@ces/service/jobs/job-line.store';
import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { CouponsService } from '../coupons.service.js';
import { CodeImportFaultEntity } from './code-import-fault.entity.js';
import { CodeImportEntity } from './code-import.entity.js';
import { CodeImportStore, type Line } from './code-import.store.js';

/** An upload without a new part for this long is abandoned. */
const uploadHours = 2;
/** Counts and faults of an import can be read for this long after its end. */
const importDays = 30;

const shownStates = ['waiting', 'running', 'finished', 'failed', 'cancelled'] as const;

/** Takes files of codes. The codes wait in a table of their own until the chore adds them to the coupon. */
@Injectable()
export class CodeImportsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly imports: CodeImportStore,
    private readonly coupons: CouponsService,
    private readonly line: JobLineStore,
    private readonly chores: Chores,
  ) {}

  take({ import_id: uploadId, part, lines, codes }: CodeLines): Promise<{ taken: number }> {
    const rows: Line[] = codes.map((code, index) => ({ line: lines[index] ?? 0, code }));
    demandCodes(rows);
    return this.transactions.run(async () => {
      if (part === 0) await this.line.demandPlace('imports of codes', () => this.imports.countUnfinished());
      if (!(await this.imports.claimPart(uploadId, part, rows.length, mostCodes)))
        throw await this.refusalOf(uploadId, part, rows.length);
      await this.imports.addLines(uploadId, rows);
      return { taken: rows.length };
    });
  }

  async drop({ import_id: uploadId }: CodeUploadRef): Promise<{ dropped: true }> {
    if (isUuid(uploadId)) await this.imports.drop(uploadId);
    return { dropped: true };
  }

  begin({ id, import_id: uploadId, parts }: NewCodeImport): Promise<BegunCodeImport> {
    return this.transactions.run(async () => {
      const coupon = await this.coupons.get(id);
      if (!(await this.imports.complete(uploadId, parts, coupon.id))) throw uploadLost();
      this.chores.wake('add-imported-codes');
      return { id: uploadId };
    });
  }

  async get(wanted: CodeImportRef): Promise<CodeImport> {
    return toImport(await this.find(wanted));
  }

  cancel(wanted: CodeImportRef): Promise<CodeImport> {
    return this.transactions.run(async () => {
      const { id } = await this.find(wanted);
      await this.imports.cancel(id);
      return this.get(wanted);
    });
  }

  async faults({ limit = largestPage, cursor, ...wanted }: FaultsOfCodeImport): Promise<Paged<CodeImportFault>> {
    const after = lineOf(cursor);
    const { id } = await this.find(wanted);
    const rows = await this.transactions.of(CodeImportFaultEntity).find({
      where: { import_id: id, line: MoreThan(after) },
      order: { line: 'ASC' },
      take: limit + 1,
    });
    const items = rows.slice(0, limit);
    return {
      items: items.map(({ line, code }) => ({
        line,
        code: 'taken',
        detail: `${code}: the coupon has this code already`,
      })),
      next: rows.length > limit ? String(items.at(-1)?.line) : null,
    };
  }

  @Every({
    name: 'purge-code-imports',
    does: 'Deletes uploads of codes that were never ended, and imports that ended 30 days ago.',
    seconds: 600,
  })
  async purge(stop: AbortSignal): Promise<void> {
    await this.imports.dropOutlived(uploadHours, importDays);
    while (!stop.aborted && (await this.imports.purgeSome()));
  }

  private async find({ id: coupon_id, import_id: id }: CodeImportRef): Promise<CodeImportEntity> {
    const state = In(shownStates);
    const found =
      isUuid(id) && isUuid(coupon_id)
        ? await this.transactions.of(CodeImportEntity).findOneBy({ id, coupon_id, state })
        : null;
    if (!found) throw new Problem('import-not-found', 'There is no import of this id; it may have ended 30 days ago.');
    return found;
  }

  private async refusalOf(id: string, part: number, lines: number): Promise<Problem> {
    const found = await this.transactions.of(CodeImportEntity).findOneBy({ id, state: 'uploading', parts: part });
    if (!found || found.lines + lines <= mostCodes) return uploadLost();
    const detail = `has more than ${mostCodes} codes; send several files`;
    return faulty('csv-invalid', [{ pointer: '#/file', code: 'too-many', detail }]);
  }
}

function demandCodes(rows: Line[]): void {
  const faults = rows
    .filter(({ code }) => !codePattern.test(code))
    .map(({ line }) => ({
      pointer: '#/file',
      code: 'code',
      detail: `line ${line}: must be 1 to 100 printable ASCII characters without spaces`,
    }));
  if (faults.length > 0) throw faulty('csv-invalid', faults);
}

function lineOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,9}$/.test(cursor)) throw notACursor();
  return Number(cursor);
}

function toImport(found: CodeImportEntity): CodeImport {
  const { id, lines, added, refused, obstacle, created_at, finished_at } = found;
  const state = shownStates.find((each) => each === found.state) ?? 'finished';
  const progress = state === 'finished' ? 1 : Math.floor(((added + refused) / Math.max(lines, 1)) * 1_000) / 1_000;
  const finished = finished_at?.toISOString() ?? null;
  return { id, state, progress, added, refused, obstacle, created: created_at.toISOString(), finished_at: finished };
}

/** A part is missing or came twice, or its upload was dropped. */
function uploadLost(): Problem {
  return new Problem('service-unavailable', 'A part of the file was lost on the way; send it again.', {
    retry_after: 1,
  });
}
