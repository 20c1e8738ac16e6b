// The columns that names of a statement mean.
import type { Table } from './catalog.ts';
import type { Equalities } from './equalities.ts';

export interface Output {
  name: string;
  column: number;
}

/** A table, function or subquery in FROM. */
export interface Source {
  alias: string;
  columns: Output[];
}

export class Scope {
  private readonly sources: Source[] = [];
  private readonly common = new Map<string, Source['columns']>();

  constructor(private readonly outer: Scope | undefined) {
    if (outer) for (const [name, columns] of outer.common) this.common.set(name, columns);
  }

  add(source: Source): void {
    this.sources.push(source);
  }

  /** A query of WITH, which this scope and those within can name. */
  define(name: string, columns: Output[]): void {
    this.common.set(name, columns);
  }

  defined(name: string): Output[] | undefined {
    return this.common.get(name);
  }

  /** The columns of `*` or `alias.*`. */
  all(alias?: string): Output[] {
    const found = this.sources.filter((source) => alias === undefined || source.alias === alias);
    return found.flatMap((source) => source.columns);
  }

  find([first = '', second]: string[]): number | undefined {
    const sources = second === undefined ? this.sources : this.sources.filter(({ alias }) => alias === first);
    for (const { columns } of sources) {
      const found = columns.find(({ name }) => name === (second ?? first));
      if (found) return found.column;
    }
    return this.outer?.find(second === undefined ? [first] : [first, second]);
  }
}

/** One mention of a table in a statement. */
export interface Mention {
  table: Table;
  /** The FROM or the changing statement that names the table. */
  scope: Scope;
  columns: Output[];
}

export interface Reading {
  mentions: Mention[];
  equalities: Equalities;
  /** Reasons why the statement crosses shards, whichever rows it is about. */
  notes: string[];
}

export function mention(table: Table, scope: Scope, equalities: Equalities): Mention {
  return { table, scope, columns: [...table.columns].map((name) => ({ name, column: equalities.add() })) };
}

export function columnOf({ columns }: { columns: Output[] }, name: string): number | undefined {
  return columns.find((each) => each.name === name)?.column;
}
