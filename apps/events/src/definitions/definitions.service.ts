import { eventNamePattern, type EventDefinition, NewDefinition, StoredDefinition } from '@ces/contracts/events/events';
import { Page, Paged } from '@ces/contracts/paging';
import { faulty, Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { notACursor } from '@ces/service/database/keyset';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { demandOwner } from './definition-owners.js';
import { demandKept } from './definition-uses.service.js';
import { lockDefinition, newestDefinition } from './stored-definitions.js';
import { compileDefinition } from '../schema/compile/compile-definition.js';
import { SchemaRefused } from '../schema/faults.js';
import { canonicalText, type Json } from '../schema/json.js';
import { DefinitionEntity } from './definition.entity.js';

@Injectable()
export class DefinitionsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  async put({ event_name, definition, expected_id, by }: NewDefinition): Promise<EventDefinition> {
    await compileDefinition(definition, expected_id).catch(refuse);
    return this.transactions.run(async (tx) => {
      await lockDefinition(tx, event_name);
      const latest = await newestDefinition(tx, event_name);
      const document = JSON.parse(definition) as object;
      if (latest && sameDocument(latest.definition, definition)) {
        return { event_name, version: latest.version, status: 'unchanged', definition: document };
      }
      await demandOwner(tx, event_name, by, latest);
      await demandKept(tx, event_name, document);
      const version = (latest?.version ?? 0) + 1;
      await tx.insert(DefinitionEntity, { name: event_name, version, definition });
      await tx.query('UPDATE definition_epoch SET epoch = epoch + 1');
      return { event_name, version, status: latest ? 'updated' : 'created', definition: document };
    });
  }

  async get(name: string, version?: number): Promise<StoredDefinition> {
    demandName(name);
    const found =
      version === undefined
        ? await newestDefinition(this.database.manager, name)
        : await this.database.manager.findOneBy(DefinitionEntity, { name, version });
    if (!found) throw notDefined();
    return toStoredDefinition(found);
  }

  /** The newest first; the cursor is the version that the page before ended with. */
  async versions(name: string, { limit = 500, cursor }: Page): Promise<Paged<StoredDefinition>> {
    demandName(name);
    const before = cursor === undefined ? 2_147_483_647 : Number(cursor);
    if (!Number.isInteger(before) || before < 1 || before > 2_147_483_647) throw notACursor();
    const rows = await this.database.query<Row[]>(
      `SELECT * FROM (SELECT *, sum(octet_length(definition)) OVER (ORDER BY version DESC) AS bytes
                        FROM event_definition WHERE name = $1 AND version < $2 ORDER BY version DESC LIMIT $3) page
        WHERE bytes - octet_length(definition) < ${pageBytes} ORDER BY version DESC`,
      [name, before, limit],
    );
    if (rows.length === 0 && cursor === undefined) throw notDefined();
    const last = rows.at(-1);
    return { items: rows.map(fromRow), next: last && last.version > 1 ? String(last.version) : null };
  }

  /** The newest version of each, the most lately changed first. */
  async list({ limit = 500, cursor }: Page): Promise<Paged<StoredDefinition>> {
    const [createdBefore, nameBefore] = readCursor(cursor);
    const rows = await this.database.query<(Row & { at: string; more: boolean })[]>(
      `WITH newest AS (SELECT DISTINCT ON (name) * FROM event_definition ORDER BY name, version DESC),
            page AS (SELECT *, sum(octet_length(definition)) OVER w AS bytes, lead(name) OVER w IS NOT NULL AS more FROM newest
                      WHERE $1::timestamptz IS NULL OR (created_at, name) < ($1::timestamptz, $2)
                     WINDOW w AS (ORDER BY created_at DESC, name DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW))
       SELECT name, version, definition, created_at, more,
              to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
         FROM page WHERE bytes - octet_length(definition) < ${pageBytes} ORDER BY created_at DESC, name DESC LIMIT $3`,
      [createdBefore, nameBefore, limit],
    );
    const last = rows.at(-1);
    const next = last?.more ? Buffer.from(JSON.stringify([last.at, last.name])).toString('base64url') : null;
    return { items: rows.map(fromRow), next };
  }
}

interface Row {
  name: string;
  version: number;
  definition: string;
  created_at: Date;
}

function fromRow({ name, version, definition, created_at }: Row): StoredDefinition {
  return toStoredDefinition({ name, version, definition, createdAt: created_at });
}

/** No stored name looks otherwise, and not everything that a path can hold may be asked of Postgres. */
function demandName(name: string): void {
  if (!eventNamePattern.test(name)) throw notDefined();
}

function notDefined(): Problem {
  return new Problem('event-not-defined', 'There is no definition of this event, or not this version of it.');
}

/** A page ends where a reply over NATS would get too large, also before its limit. */
const pageBytes = 400_000;

/** As JSON Schema compares values: `1` equals `1.0`, and the order of keys does not count. */
function sameDocument(a: string, b: string): boolean {
  return a === b || canonicalOf(a) === canonicalOf(b);
}

function canonicalOf(document: string): string {
  return canonicalText(JSON.parse(document) as Json, () => undefined);
}

function toStoredDefinition({ name, version, definition, createdAt }: DefinitionEntity): StoredDefinition {
  return { event_name: name, version, created: createdAt.toISOString(), definition: JSON.parse(definition) as object };
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

function readCursor(cursor: string | undefined): [string | null, string] {
  if (cursor === undefined) return [null, ''];
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(read)) {
      const [at, name] = read as unknown[];
      const known = typeof at === 'string' && moment.test(at) && !Number.isNaN(Date.parse(at));
      if (known && typeof name === 'string' && eventNamePattern.test(name)) return [at, name];
    }
  } catch {
    // Not one of ours: said below.
  }
  throw notACursor();
}

function refuse(error: unknown): never {
  if (error instanceof SchemaRefused) throw faulty('event-schema-refused', error.faults);
  throw error;
}
