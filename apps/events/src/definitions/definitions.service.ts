import { eventNamePattern, type EventDefinition, NewDefinition, StoredDefinition } from '@ces/contracts/events/events';
import { Page, Paged, SearchPage, largestPage } from '@ces/contracts/paging';
import { faulty, Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { Transactions } from '@ces/messaging/storage/transactions';
import { notACursor } from '@ces/service/database/keyset';
import { Injectable } from '@nestjs/common';
import { compileDefinition } from './schema/compile/compile-definition.js';
import { SchemaRefused } from './schema/faults.js';
import { canonicalText, type Json } from './schema/json.js';
import { DefinitionCache } from './definition-cache.service.js';
import { DefinitionOwnersService } from './definition-owners.service.js';
import { DefinitionUsesService } from './definition-uses.service.js';
import { DefinitionEntity } from './definition.entity.js';
import { DefinitionStore } from './definition.store.js';
import { readListCursor, toListCursor } from './list-cursor.js';
import { RetiredDefinitionsService } from './retired-definitions.service.js';

const maxVersion = 2_147_483_647;

@Injectable()
export class DefinitionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly definitions: DefinitionStore,
    private readonly owners: DefinitionOwnersService,
    private readonly uses: DefinitionUsesService,
    private readonly retired: RetiredDefinitionsService,
    private readonly cache: DefinitionCache,
  ) {}

  /** Row 1: the document becomes the newest version, unless it equals the newest version. A retired name is in use again. */
  async put({ event_name, definition, expected_id, by }: NewDefinition): Promise<EventDefinition> {
    await compileDefinition(definition, expected_id).catch(refuse);
    return this.transactions.run(async () => {
      await this.definitions.lock(event_name);
      const latest = await this.newest(event_name);
      const retired = (await this.retired.since([event_name])).get(event_name);
      await demandUnchanged(() => Promise.resolve(latest ? toStoredDefinition(latest, retired) : undefined));
      const document = JSON.parse(definition) as object;
      const isSame = latest !== null && sameDocument(latest.definition, definition);
      if (isSame && !retired) {
        return { event_name, version: latest.version, status: 'unchanged', definition: document };
      }
      if (latest) await this.owners.demandOwner(event_name, by);
      else await this.owners.recordOwner(event_name, by);
      if (retired) await this.retired.reinstate(event_name);
      const version = isSame ? latest.version : await this.add(event_name, (latest?.version ?? 0) + 1, definition);
      await this.definitions.raiseEpoch();
      return { event_name, version, status: latest ? 'updated' : 'created', definition: document };
    });
  }

  async get(name: string, version?: number): Promise<StoredDefinition> {
    const found = eventNamePattern.test(name) ? await this.find(name, version) : null;
    if (!found) throw await this.notDefined(name, version);
    return toStoredDefinition(found, (await this.retired.since([name])).get(name));
  }

  /** The newest version first; the cursor is the last version of the page before. */
  async versions(name: string, { limit = largestPage, cursor }: Page): Promise<Paged<StoredDefinition>> {
    if (!eventNamePattern.test(name)) throw await this.notDefined(name);
    const below = cursor === undefined ? maxVersion : Number(cursor);
    if (!Number.isInteger(below) || below < 1 || below > maxVersion) throw notACursor();
    const rows = await this.definitions.findVersions(name, below, limit);
    if (rows.length === 0 && cursor === undefined) throw await this.notDefined(name);
    const retired = (await this.retired.since([name])).get(name);
    const items = rows.map((row) => toStoredDefinition(row, retired));
    const last = rows.at(-1);
    return { items, next: last && last.version > 1 ? String(last.version) : null };
  }

  /** The definition that was changed last comes first. */
  async list({ limit = largestPage, cursor, q }: SearchPage): Promise<Paged<StoredDefinition>> {
    const before: [string | null, string] = cursor === undefined ? [null, ''] : readListCursor(cursor);
    const rows = await this.definitions.findNewest(before, limit, q);
    const retired = await this.retired.since(rows.map(({ name }) => name));
    const items = rows.map((row) => toStoredDefinition(row, retired.get(row.name)));
    const last = rows.at(-1);
    return { items, next: last?.more ? toListCursor([last.at, last.name]) : null };
  }

  private async add(name: string, version: number, definition: string): Promise<number> {
    await this.uses.demandKept(name, JSON.parse(definition) as object);
    await this.transactions.of(DefinitionEntity).insert({ name, version, definition });
    return version;
  }

  private find(name: string, version?: number): Promise<DefinitionEntity | null> {
    if (version === undefined) return this.newest(name);
    return this.transactions.of(DefinitionEntity).findOneBy({ name, version });
  }

  private async notDefined(name: string, version?: number): Promise<Problem> {
    await this.cache.refresh();
    if (version === undefined || !this.cache.has(name)) return this.cache.notDefined(name);
    const detail = `There is no version ${version} of this definition; GET /api/1/terminal/events/${name}/versions lists them.`;
    return new Problem('event-not-defined', detail);
  }

  private newest(name: string): Promise<DefinitionEntity | null> {
    return this.transactions.of(DefinitionEntity).findOne({ where: { name }, order: { version: 'DESC' } });
  }
}

/** Compares values as JSON Schema does: `1` equals `1.0`, and the order of keys does not count. */
function sameDocument(a: string, b: string): boolean {
  return a === b || canonicalOf(a) === canonicalOf(b);
}

function canonicalOf(document: string): string {
  return canonicalText(JSON.parse(document) as Json, () => undefined);
}

function toStoredDefinition(row: DefinitionEntity, retired: Date | undefined): StoredDefinition {
  const { name, version, definition, created_at } = row;
  return {
    ...{ event_name: name, version, created: created_at.toISOString() },
    definition: JSON.parse(definition) as object,
    retired_at: retired?.toISOString() ?? null,
  };
}

function refuse(error: unknown): never {
  if (error instanceof SchemaRefused) throw faulty('event-schema-refused', error.faults);
  throw error;
}
