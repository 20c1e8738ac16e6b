import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { compileDefinition } from '../schema/compile/compile-definition.js';
import type { CompiledSchema } from '../schema/validate/compiled-schema.js';

export interface CurrentDefinition {
  name: string;
  version: number;
  schema: CompiledSchema;
}

interface Row {
  name: string;
  version: number;
  definition: string;
}

/**
 * The newest definitions, compiled, in memory. `epoch` says by which state of the table they were read: whoever writes
 * by them checks it in the same statement, so that a replica never judges by a definition that has been replaced.
 */
@Injectable()
export class DefinitionCache {
  private current = new Map<string, Row>();
  private readonly compiled = new LRUCache<string, CurrentDefinition>({ max: 5_000 });
  private loading: Promise<void> | undefined;
  private epochRead = '0';

  constructor(private readonly database: DataSource) {}

  get epoch(): string {
    return this.epochRead;
  }

  async find(name: string): Promise<CurrentDefinition | undefined> {
    const row = this.current.get(name);
    if (!row) return undefined;
    const key = `${row.version} ${name}`;
    const known = this.compiled.get(key);
    if (known) return known;
    const { $id } = JSON.parse(row.definition) as { $id: string };
    const compiled = { name, version: row.version, schema: await compileDefinition(row.definition, $id) };
    this.compiled.set(key, compiled);
    return compiled;
  }

  has(name: string): boolean {
    return this.current.has(name);
  }

  /** Reads again what has changed since; several callers at once share one reading. */
  refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    return this.loading;
  }

  private async load(): Promise<void> {
    const [state] = await this.database.query<{ epoch: string }[]>('SELECT epoch FROM definition_epoch');
    const epoch = state?.epoch ?? '0';
    if (epoch === this.epochRead) return;
    const rows = await this.database.query<Row[]>(
      'SELECT DISTINCT ON (name) name, version, definition FROM event_definition ORDER BY name, version DESC',
    );
    this.current = new Map(rows.map((row) => [row.name, row]));
    this.epochRead = epoch;
  }
}
