// Judges what a statement would ask of several shards.
import type { Catalog } from './catalog.ts';
import { readSql } from './read-sql.ts';
import { columnOf, type Mention, type Reading, type Scope } from './scope.ts';
import { NotUnderstood } from './texts.ts';

export interface Verdict {
  /**
   * `none`: only reference tables and tables in one place. `one`: the shard of one user or key. `some`: the shards of the users
   * or keys that it names. `crosses`: more than that.
   */
  kind: 'none' | 'one' | 'some' | 'crosses' | 'not understood';
  tables: string[];
  reasons: string[];
}

interface Placed {
  name: string;
  by: 'user' | 'own key';
  column: string;
  scope: Scope;
  columns: Set<number>;
  values: Set<string>;
}

export function judge(sql: string, catalog: Catalog): Verdict {
  try {
    return judgeReading(readSql(sql, catalog));
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    return { kind: 'not understood', tables: [], reasons: [error.message] };
  }
}

function judgeReading(reading: Reading): Verdict {
  const { mentions, notes } = reading;
  const placed = mentions.flatMap((mention) => placedOf(mention, reading));
  const tables = [...new Set(mentions.map(({ table }) => table.name))];
  if (placed.length === 0) return { kind: 'none', tables, reasons: [] };
  const reasons = [...new Set([...everywhere(placed), ...apart(placed), ...besideOnePlace(mentions), ...notes])];
  if (reasons.length > 0) return { kind: 'crosses', tables, reasons };
  const isOne = placed.every(({ values }) => [...values].some((value) => value.startsWith('one ')));
  return { kind: isOne ? 'one' : 'some', tables, reasons };
}

function placedOf(mention: Mention, { equalities }: Reading): Placed[] {
  const { name, role } = mention.table;
  if (role?.kind !== 'user' && role?.kind !== 'own key') return [];
  const column = columnOf(mention, role.column);
  if (column === undefined) throw new Error(`${name} has no column ${role.column}`);
  return [{ name, by: role.kind, column: role.column, scope: mention.scope, ...equalities.of(column) }];
}

function everywhere(placed: Placed[]): string[] {
  return placed
    .filter(({ values }) => values.size === 0)
    .map(({ name, column }) => `no \`${column}\` is given for \`${name}\``);
}

function apart(placed: Placed[]): string[] {
  return placed.flatMap((one, place) =>
    placed
      .slice(place + 1)
      .filter((other) => meet(one, other) && !areTogether(one, other))
      .map((other) => `\`${one.name}\` and \`${other.name}\` may stand on different shards`),
  );
}

/** Whether two tables are joined, or both have a place that the statement names. Otherwise it asks all shards anyway. */
function meet(one: Placed, other: Placed): boolean {
  return one.scope === other.scope || (one.values.size > 0 && other.values.size > 0);
}

function areTogether(one: Placed, other: Placed): boolean {
  const alike = one.by === 'user' ? other.by === 'user' : one.name === other.name;
  const sharesColumn = [...one.columns].some((column) => other.columns.has(column));
  // Two of some users need not be the same user in a join.
  const counts = (value: string): boolean => value.startsWith('one ') || one.scope !== other.scope;
  return alike && (sharesColumn || [...one.values].some((value) => counts(value) && other.values.has(value)));
}

function besideOnePlace(mentions: Mention[]): string[] {
  const names = mentions.filter(({ table }) => table.role?.kind === 'one place').map(({ table }) => table.name);
  return [...new Set(names)].map((name) => `\`${name}\` stands in one place`);
}
