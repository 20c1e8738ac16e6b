import type { EventDefinition, NewDefinition, Page, Paged, StoredDefinition } from '@ces/contracts/events';
import { Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { compileDefinition } from '../schema/compile-definition.js';
import { SchemaRefused } from '../schema/faults.js';
import { DefinitionEntity } from './definition.entity.js';

@Injectable()
export class DefinitionsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  async put({ event_name, definition, expected_id }: NewDefinition): Promise<EventDefinition> {
    await compileDefinition(definition, expected_id).catch(refuse);
    return this.transactions.run(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [event_name]);
      const latest = await newest(tx, event_name);
      const document = JSON.parse(definition) as object;
      if (latest && sameDocument(latest.definition, definition)) {
        return { event_name, version: latest.version, status: 'unchanged', definition: document };
      }
      const version = (latest?.version ?? 0) + 1;
      await tx.insert(DefinitionEntity, { name: event_name, version, definition });
      await tx.query('UPDATE definition_epoch SET epoch = epoch + 1');
      return { event_name, version, status: latest ? 'updated' : 'created', definition: document };
    });
  }

  async get(name: string, version?: number): Promise<StoredDefinition> {
    const found =
      version === undefined
        ? await newest(this.database.manager, name)
        : await this.database.manager.findOneBy(DefinitionEntity, { name, version });
    if (!found)
      throw new Problem('event-not-defined', 'There is no definition of this event, or not this version of it.');
    return toStoredDefinition(found);
  }

  async versions(name: string): Promise<StoredDefinition[]> {
    const found = await this.database.manager.find(DefinitionEntity, {
      where: { name },
      order: { version: 'DESC' },
      take: 500,
    });
    if (found.length === 0) throw new Problem('event-not-defined', 'There is no definition of this event.');
    return found.map(toStoredDefinition);
  }

  /** The newest version of each, the most lately changed first. */
  async list({ limit = 500, cursor }: Page): Promise<Paged<StoredDefinition>> {
    const [createdBefore, nameAfter] = readCursor(cursor);
    const rows = await this.database.query<
      { name: string; version: number; definition: string; created_at: Date; at: string }[]
    >(
      `SELECT *, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
         FROM (SELECT DISTINCT ON (name) * FROM event_definition ORDER BY name, version DESC) newest
        WHERE $1::timestamptz IS NULL OR (created_at, name) < ($1::timestamptz, $2)
        ORDER BY created_at DESC, name DESC LIMIT $3`,
      [createdBefore, nameAfter, limit + 1],
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(({ created_at, ...row }) => toStoredDefinition({ ...row, createdAt: created_at })),
      next:
        rows.length > limit && last ? Buffer.from(JSON.stringify([last.at, last.name])).toString('base64url') : null,
    };
  }
}

function newest(manager: EntityManager, name: string): Promise<DefinitionEntity | null> {
  return manager.findOne(DefinitionEntity, { where: { name }, order: { version: 'DESC' } });
}

/** White space apart, the same text: a changed order of keys is a change that its author made. */
function sameDocument(a: string, b: string): boolean {
  return a === b || JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
}

function toStoredDefinition({ name, version, definition, createdAt }: DefinitionEntity): StoredDefinition {
  return { event_name: name, version, created: createdAt.toISOString(), definition: JSON.parse(definition) as object };
}

function readCursor(cursor: string | undefined): [string | null, string] {
  if (cursor === undefined) return [null, ''];
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(read) &&
      typeof read[0] === 'string' &&
      typeof read[1] === 'string' &&
      !Number.isNaN(Date.parse(read[0]))
    ) {
      return [read[0], read[1]];
    }
  } catch {
    // Not one of ours: said below.
  }
  throw new Problem('parameter-invalid', 'cursor: take it from the Link header of the page before.', {
    errors: [{ pointer: 'cursor', code: 'cursor', detail: 'is not a cursor of this list' }],
  });
}

function refuse(error: unknown): never {
  if (error instanceof SchemaRefused) {
    throw new Problem(
      'event-schema-refused',
      error.faults.map((fault) => `${fault.pointer}: ${fault.detail}`).join('; '),
      {
        errors: [...error.faults],
      },
    );
  }
  throw error;
}
