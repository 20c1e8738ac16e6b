import type {
  BegunImport,
  FaultsOfImport,
  MemberImport,
  MemberImportFault,
  MemberImportRef,
  MemberLines,
  NewMemberImport,
} from '@ces/contracts/identity/imports/members';
import { largestPage, type Page, type Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { countThatFits, notACursor, pageOf } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { watchImports } from '@ces/service/import-progress';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { checkHeader } from './csv-row.js';
import { ImportStore } from './import.store.js';
import { MemberImportEntity } from './member-import.entity.js';

/** An upload without a new part for this long is abandoned. */
const uploadHours = 2;
/** Counts and faults of an import can be read for this long after its end. */
const importDays = 30;
/** The file is whole, and nobody has dropped it. */
const begun = In(['waiting', 'running', 'finished']);

@Injectable()
export class ImportsService implements OnApplicationBootstrap, OnApplicationShutdown {
  private unwatch: (() => void) | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly imports: ImportStore,
    private readonly chores: Chores,
  ) {}

  onApplicationBootstrap(): void {
    this.unwatch = watchImports('members', () => this.imports.progress());
  }

  onApplicationShutdown(): void {
    this.unwatch?.();
  }

  take({ import_id: uploadId, part, starts, counts, texts }: MemberLines): Promise<{ taken: number }> {
    const lines = starts.flatMap((start, index) =>
      Array.from({ length: counts[index] ?? 0 }, (_, place) => start + place),
    );
    const rows = lines.map((line, index) => ({ line, text: storable(texts[index]) }));
    return this.transactions.run(async () => {
      await this.imports.commitAsynchronously();
      if (!(await this.imports.claimPart(uploadId, part, rows.length))) throw uploadLost();
      await this.imports.addLines(uploadId, rows);
      return { taken: rows.length };
    });
  }

  async drop({ id }: MemberImportRef): Promise<{ dropped: true }> {
    if (isUuid(id)) await this.imports.drop(id);
    return { dropped: true };
  }

  begin({ import_id: uploadId, parts, format, dry_run }: NewMemberImport): Promise<BegunImport> {
    return this.transactions.run(async () => {
      const header = format === 'csv' ? checkHeader(await this.imports.takeHeader(uploadId)) : null;
      if (!(await this.imports.complete(uploadId, parts, { dry_run, header }))) throw uploadLost();
      this.chores.wake('import-members');
      return { id: uploadId };
    });
  }

  async get({ id }: MemberImportRef): Promise<MemberImport> {
    return toImport(await this.find(id));
  }

  list(page: Page): Promise<Paged<MemberImport>> {
    const read = (before: string | null, take: number): Promise<MemberImportEntity[]> =>
      this.transactions.of(MemberImportEntity).find({
        where: { state: begun, ...(before === null ? {} : { id: LessThan(before) }) },
        order: { id: 'DESC' },
        take,
      });
    return pageOf(page, read, toImport);
  }

  async faults({ id, limit = largestPage, cursor }: FaultsOfImport): Promise<Paged<MemberImportFault>> {
    const after = placeOf(cursor);
    await this.find(id);
    const found = await this.imports.findFaults(id, after, limit + 1);
    const page = found.slice(0, Math.min(limit, countThatFits(found)));
    const last = page.length < found.length ? page.at(-1) : undefined;
    return {
      items: page.map(({ line, pointer, code, detail }) => ({ line, pointer, code, detail })),
      next: last ? `${last.line}.${last.place}` : null,
    };
  }

  @Every({
    name: 'purge-imports',
    does: 'Deletes uploads of members that were never ended, and imports that ended 30 days ago.',
    seconds: 600,
  })
  async purge(stop: AbortSignal): Promise<void> {
    await this.imports.dropOutlived(uploadHours, importDays);
    while (!stop.aborted && (await this.imports.purgeSome()));
  }

  private async find(id: string): Promise<MemberImportEntity> {
    const where = { id, state: begun };
    const found = isUuid(id) ? await this.transactions.of(MemberImportEntity).findOneBy(where) : null;
    if (!found) throw new Problem('import-not-found', 'There is no import of this id; it may have ended 30 days ago.');
    return found;
  }
}

function storable(text: string | null | undefined): string | null {
  return typeof text === 'string' && !text.includes('\0') && text.isWellFormed() ? text : null;
}

function placeOf(cursor: string | undefined): [number, number] {
  if (cursor === undefined) return [0, 0];
  const [, line, place] = /^(\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (line === undefined) throw notACursor();
  return [Number(line), Number(place)];
}

function toImport(found: MemberImportEntity): MemberImport {
  const { id, dry_run, lines, created, updated, unchanged, refused, created_at, finished_at } = found;
  const state = found.state === 'waiting' || found.state === 'running' ? found.state : 'finished';
  const done = created + updated + unchanged + refused;
  const progress = state === 'finished' ? 1 : Math.floor((done / Math.max(lines, 1)) * 1_000) / 1_000;
  const times = { created_at: created_at.toISOString(), finished_at: finished_at?.toISOString() ?? null };
  return { id, state, dry_run, progress, created, updated, unchanged, refused, ...times };
}

/** A part is missing or came twice, or its upload was dropped. */
function uploadLost(): Problem {
  return new Problem('service-unavailable', 'A part of the file was lost on the way; send it again.', {
    retry_after: 1,
  });
}
