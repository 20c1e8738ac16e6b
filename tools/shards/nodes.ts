// Parts of PostgreSQL's parse tree.
import type { FuncCall, Node, RangeFunction } from 'libpg-query';
import type { Output } from './scope.ts';

export function named(columns: Output[], names: Node[] | undefined): Output[] {
  const given = namesOf(names);
  return columns.map(({ name, column }, place) => ({ name: given[place] ?? name, column }));
}

export function namesOf(nodes: Node[] | undefined): string[] {
  return (nodes ?? []).flatMap((each) => ('String' in each ? [each.String.sval ?? ''] : []));
}

export function fieldsOf(node: Node): string[] | undefined {
  if (!('ColumnRef' in node)) return undefined;
  return node.ColumnRef.fields?.map((each) => ('String' in each ? (each.String.sval ?? '') : '*'));
}

export function withoutCast(node: Node): Node {
  return 'TypeCast' in node && node.TypeCast.arg ? withoutCast(node.TypeCast.arg) : node;
}

export function partsOf(node: Node): Node[] {
  return 'RowExpr' in node ? (node.RowExpr.args ?? []) : [node];
}

/** The columns of a function in FROM. */
export function namesOfRange({ functions, alias, coldeflist, ordinality }: RangeFunction): string[] {
  if (alias?.colnames?.length) return namesOf(alias.colnames);
  if (coldeflist) return coldeflist.map((each) => ('ColumnDef' in each ? (each.ColumnDef.colname ?? '') : ''));
  return namesOfFunction(functions, alias?.aliasname, ordinality === true);
}

/** The `$1` of `unnest($1)`. */
export function givenArray(functions: Node[] | undefined): string | undefined {
  const [array, ...others] = callIn(functions)?.args ?? [];
  return array && others.length === 0 && mentions(functions, ['unnest'])
    ? withoutPlaces(withoutCast(array))
    : undefined;
}

function callIn(functions: Node[] | undefined): FuncCall | undefined {
  const [first] = functions ?? [];
  const call = first && 'List' in first ? first.List.items?.[0] : undefined;
  return call && 'FuncCall' in call ? call.FuncCall : undefined;
}

/** `unnest($1, $2) AS t` without names of columns has one column for each argument. */
function namesOfFunction(functions: Node[] | undefined, alias: string | undefined, ordinality: boolean): string[] {
  const call = callIn(functions);
  const name = alias ?? namesOf(call?.funcname).at(-1) ?? '';
  const columns = (call?.args ?? []).map(() => name);
  return ordinality ? [...columns, 'ordinality'] : columns;
}

/** Whether a kind of node, or a function of this name, occurs. */
export function mentions(node: unknown, kinds: string[]): boolean {
  if (Array.isArray(node)) return node.some((each) => mentions(each, kinds));
  if (typeof node !== 'object' || node === null) return false;
  if ('sval' in node && kinds.includes(String(node.sval))) return true;
  return Object.entries(node).some(([kind, value]) => kinds.includes(kind) || mentions(value, kinds));
}

export function withoutPlaces(node: Node): string {
  return JSON.stringify(node, (key, value: unknown) => (key === 'location' ? undefined : value));
}

export function isOfPostgres(relname: string, schemaname: string | undefined): boolean {
  return schemaname === 'pg_catalog' || relname.startsWith('pg_');
}
