import { didYouMean } from '@ces/contracts/faults/did-you-mean';
import { Problem } from '@ces/contracts/problems';
import { showLookups } from '@ces/messaging/metrics/cache-lookups';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { compileDefinition } from './schema/compile/compile-definition.js';
import type { CompiledSchema } from './schema/validate/compiled-schema.js';
import { DefinitionStore, type NewestDefinition } from './definition.store.js';

export interface CurrentDefinition {
  name: string;
  version: number;
  schema: CompiledSchema;
}

const namesForHints = 500;

/**
 * The newest definitions, compiled, in memory. `epoch` is the state of the table that was read. The insert of events
 * compares it in its own statement, so that no replica accepts an event by a definition that has been replaced.
 */
@Injectable()
export class DefinitionCache {
  private current = new Map<string, NewestDefinition>();
  private readonly compiled = new LRUCache<string, CurrentDefinition>({ max: 5_000 });
  private readonly lookups = showLookups('definitions');
  private loading: Promise<void> | undefined;
  private epochRead = '0';

  constructor(private readonly definitions: DefinitionStore) {}

  get epoch(): string {
    return this.epochRead;
  }

  async find(name: string): Promise<CurrentDefinition | undefined> {
    const row = this.current.get(name);
    if (!row || row.retired) return undefined;
    const key = `${row.version} ${name}`;
    const known = this.compiled.get(key);
    this.lookups[known ? 'hits' : 'misses'] += 1;
    if (known) return known;
    const { $id } = JSON.parse(row.definition) as { $id: string };
    const compiled = { name, version: row.version, schema: await compileDefinition(row.definition, $id) };
    this.compiled.set(key, compiled);
    return compiled;
  }

  /** Why `find` finds nothing of this name. */
  refusalOf(name: string): Problem {
    if (!this.current.has(name)) return this.notDefined(name);
    const how = `PUT /api/1/terminal/events/${name} brings it back.`;
    return new Problem('event-retired', `The event "${name}" is retired, so none is accepted. ${how}`);
  }

  /** Hints come from the first names only, so that a long list is not searched to its end. */
  notDefined(name: string): Problem {
    const known = [...this.current.keys()].slice(0, namesForHints);
    const detail = `No event "${name.slice(0, 100)}" is defined${didYouMean(name, known)}`;
    const how = 'PUT /api/1/terminal/events/{event_name} defines it, and GET /api/1/terminal/events lists all.';
    return new Problem('event-not-defined', `${detail}${detail.endsWith('?') ? '' : '.'} ${how}`);
  }

  has(name: string): boolean {
    return this.current.has(name);
  }

  /** Callers at the same time share one reading. */
  refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    return this.loading;
  }

  private async load(): Promise<void> {
    const epoch = await this.definitions.readEpoch();
    if (epoch === this.epochRead) return;
    const rows = await this.definitions.readNewest();
    this.current = new Map(rows.map((row) => [row.name, row]));
    this.epochRead = epoch;
  }
}
