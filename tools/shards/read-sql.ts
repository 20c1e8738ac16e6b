// Reads a statement with PostgreSQL's own parser: which tables it mentions, and which of their columns must equal what.
// Anything that is not known here throws.
import {
  parseSync,
  type A_Expr,
  type InsertStmt,
  type JoinExpr,
  type Node,
  type RangeFunction,
  type RangeVar,
  type SelectStmt,
  type SubLink,
  type UpdateStmt,
  type WithClause,
} from 'libpg-query';
import type { Catalog } from './catalog.ts';
import { Equalities } from './equalities.ts';
import {
  fieldsOf,
  givenArray,
  isOfPostgres,
  mentions,
  named,
  namesOf,
  namesOfRange,
  partsOf,
  withoutCast,
  withoutPlaces,
} from './nodes.ts';
import { columnOf, mention, Scope, type Mention, type Output, type Reading } from './scope.ts';
import { conflictNotes, updateNotes } from './notes.ts';
import { NotUnderstood } from './texts.ts';

export function readSql(sql: string, catalog: Catalog): Reading {
  const reader = new SqlReader(catalog);
  for (const { stmt } of parseSync(sql).stmts ?? []) if (stmt) reader.readStatement(stmt, undefined);
  return reader;
}

const wholeStatement = 'the whole statement';

class SqlReader implements Reading {
  readonly mentions: Mention[] = [];
  readonly equalities = new Equalities();
  readonly notes: string[] = [];

  constructor(private readonly catalog: Catalog) {}

  /** Returns the columns that the statement answers. */
  readStatement(node: Node, outer: Scope | undefined): Output[] {
    if ('SelectStmt' in node) return this.readSelect(node.SelectStmt, outer);
    const scope = new Scope(outer);
    if ('InsertStmt' in node) return this.readInsert(node.InsertStmt, scope);
    if ('UpdateStmt' in node) return this.readUpdate(node.UpdateStmt, scope);
    if ('DeleteStmt' in node) {
      const { relation, usingClause, whereClause, returningClause, withClause } = node.DeleteStmt;
      this.readWith(withClause, scope);
      this.changed(relation, scope);
      for (const each of usingClause ?? []) this.readFrom(each, scope);
      this.readCondition(whereClause, scope);
      return this.readTargets(returningClause?.exprs, scope);
    }
    if ('CopyStmt' in node && node.CopyStmt.relation) {
      const copied = this.changed(node.CopyStmt.relation, scope);
      for (const { column } of copied.columns) this.equalities.give(column, 'some rows');
      return [];
    }
    if ('VariableSetStmt' in node || 'TransactionStmt' in node || 'VariableShowStmt' in node) return [];
    throw new NotUnderstood(`no reader for ${Object.keys(node).join()}`);
  }

  private readSelect(select: SelectStmt, outer: Scope | undefined): Output[] {
    const scope = new Scope(outer);
    this.readWith(select.withClause, scope);
    if (select.larg && select.rarg) {
      const left = this.readSelect(select.larg, scope);
      const right = this.readSelect(select.rarg, scope);
      return left.map(({ name, column }, place) => ({
        name,
        column: this.equalities.addResult([column, right[place]?.column]),
      }));
    }
    for (const list of select.valuesLists ?? []) this.readExpressions(list, scope);
    for (const each of select.fromClause ?? []) this.readFrom(each, scope);
    this.readCondition(select.whereClause, scope);
    const { groupClause, havingClause, windowClause, sortClause, limitCount, limitOffset, distinctClause } = select;
    for (const each of [groupClause, havingClause, windowClause, sortClause, limitCount, limitOffset, distinctClause])
      this.readExpressions(each, scope);
    if (select.valuesLists) return this.readValues(select.valuesLists, scope);
    return this.readTargets(select.targetList, scope);
  }

  private readValues(lists: Node[], scope: Scope): Output[] {
    const rows = lists.map((list) => ('List' in list ? (list.List.items ?? []) : []));
    return (rows[0] ?? []).map((value, place) => {
      const column = this.valueOf(value, scope);
      if (rows.length > 1) this.equalities.give(column, 'some rows');
      return { name: `column${place + 1}`, column };
    });
  }

  private readInsert(insert: InsertStmt, scope: Scope): Output[] {
    const { relation, cols, selectStmt, onConflictClause, returningClause, withClause } = insert;
    this.readWith(withClause, scope);
    const values = selectStmt ? this.readStatement(selectStmt, scope) : [];
    const into = this.changed(relation, scope);
    const names = cols?.map((each) => ('ResTarget' in each ? (each.ResTarget.name ?? '') : ''));
    (names ?? into.columns.map(({ name }) => name)).forEach((name, place) => {
      const [column, value] = [columnOf(into, name), values[place]];
      if (column !== undefined && value) this.equalities.equate(column, value.column);
    });
    if (onConflictClause) {
      scope.add({ alias: 'excluded', columns: into.columns });
      this.notes.push(...conflictNotes(into.table, onConflictClause.infer?.indexElems));
      this.readExpressions(onConflictClause.targetList, scope);
      this.readExpressions(onConflictClause.whereClause, scope);
    }
    return this.readTargets(returningClause?.exprs, scope);
  }

  private readUpdate(update: UpdateStmt, scope: Scope): Output[] {
    const { relation, targetList, fromClause, whereClause, returningClause, withClause } = update;
    this.readWith(withClause, scope);
    const { table } = this.changed(relation, scope);
    for (const each of fromClause ?? []) this.readFrom(each, scope);
    this.readCondition(whereClause, scope);
    this.readExpressions(targetList, scope);
    this.notes.push(...updateNotes(table, targetList));
    return this.readTargets(returningClause?.exprs, scope);
  }

  private changed(relation: RangeVar | undefined, scope: Scope): Mention {
    const table = this.catalog.tables.get(relation?.relname ?? '');
    if (!relation || !table) throw new NotUnderstood(`no table \`${relation?.relname ?? ''}\``);
    const found = mention(table, scope, this.equalities);
    this.mentions.push(found);
    scope.add({ alias: relation.alias?.aliasname ?? table.name, columns: found.columns });
    return found;
  }

  private readWith(clause: WithClause | undefined, scope: Scope): void {
    if (clause?.recursive) throw new NotUnderstood('WITH RECURSIVE');
    for (const each of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in each)) continue;
      const { ctename, ctequery, aliascolnames } = each.CommonTableExpr;
      if (!ctequery || ctename === undefined) continue;
      scope.define(ctename, named(this.readStatement(ctequery, scope), aliascolnames));
    }
  }

  private readFrom(node: Node, scope: Scope): void {
    if ('RangeVar' in node) {
      const { relname = '', alias, schemaname } = node.RangeVar;
      const defined = scope.defined(relname);
      if (defined) scope.add({ alias: alias?.aliasname ?? relname, columns: named(defined, alias?.colnames) });
      else if (!isOfPostgres(relname, schemaname)) this.changed(node.RangeVar, scope);
    } else if ('RangeSubselect' in node) {
      const { subquery, alias } = node.RangeSubselect;
      if (!subquery) return;
      const columns = named(this.readStatement(subquery, scope), alias?.colnames);
      scope.add({ alias: alias?.aliasname ?? '', columns });
    } else if ('RangeFunction' in node) this.readFunction(node.RangeFunction, scope);
    else if ('JoinExpr' in node) this.readJoin(node.JoinExpr, scope);
    else throw new NotUnderstood(`no reader for ${Object.keys(node).join()} in FROM`);
  }

  private readJoin(join: JoinExpr, scope: Scope): void {
    const { larg, rarg, quals, usingClause, jointype, isNatural } = join;
    const isLeft = jointype === 'JOIN_LEFT';
    if (!larg || !rarg || isNatural || !(isLeft || jointype === 'JOIN_INNER'))
      throw new NotUnderstood('this kind of join');
    this.readFrom(larg, scope);
    const left = scope.all();
    const readRight = (): void => {
      this.readFrom(rarg, scope);
      const right = scope.all().slice(left.length);
      for (const each of usingClause ?? []) {
        const name = 'String' in each ? (each.String.sval ?? '') : '';
        const [a, b] = [columnOf({ columns: left }, name), columnOf({ columns: right }, name)];
        if (a === undefined || b === undefined) throw new NotUnderstood(`USING (${name})`);
        this.equalities.equate(a, b);
      }
      this.readCondition(quals, scope);
    };
    if (isLeft) this.equalities.inPart(readRight);
    else readRight();
  }

  /** Rows of a function of given values are given, too: `unnest($1)`. */
  private readFunction(range: RangeFunction, scope: Scope): void {
    const { functions, alias } = range;
    this.readExpressions(functions, scope);
    const isGiven = !mentions(functions, ['ColumnRef', 'SubLink']);
    const label = `some ${givenArray(functions) ?? `rows ${this.equalities.add()}`}`;
    const columns = namesOfRange(range).map((name) => {
      const column = this.equalities.add();
      if (isGiven) this.equalities.give(column, label);
      return { name, column };
    });
    scope.add({ alias: alias?.aliasname ?? '', columns });
  }

  private readTargets(targets: Node[] | undefined, scope: Scope): Output[] {
    return (targets ?? []).flatMap((target): Output[] => {
      if (!('ResTarget' in target) || !target.ResTarget.val) return [];
      const { name, val } = target.ResTarget;
      const fields = fieldsOf(val);
      if (fields && fields.at(-1) === '*') return scope.all(fields.length > 1 ? fields[0] : undefined);
      return [{ name: name ?? fields?.at(-1) ?? '', column: this.valueOf(val, scope) }];
    });
  }

  /** The column that an expression is, or one that stands for its value. */
  private valueOf(node: Node, scope: Scope): number {
    const inner = withoutCast(node);
    const fields = fieldsOf(inner);
    const found = fields && scope.find(fields);
    if (found !== undefined) return found;
    const column = this.equalities.add();
    this.readExpressions(inner, scope);
    if (!mentions(inner, ['ColumnRef', 'SubLink'])) {
      const isSet = mentions(inner, ['unnest']);
      this.equalities.give(column, isSet ? 'some given rows' : `one ${withoutPlaces(inner)}`);
    }
    return column;
  }

  /** A condition that each row must meet. */
  private readCondition(node: Node | undefined, scope: Scope): void {
    if (!node) return;
    if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR')
      for (const each of node.BoolExpr.args ?? []) this.readCondition(each, scope);
    else if ('A_Expr' in node) this.readComparison(node.A_Expr, scope);
    else if ('SubLink' in node) this.readSublink(node.SubLink, scope, wholeStatement);
    else this.readExpressions(node, scope);
  }

  private readComparison(expression: A_Expr, scope: Scope): void {
    const { kind, name, lexpr, rexpr } = expression;
    if (!lexpr || !rexpr || namesOf(name).join('.') !== '=') this.readExpressions([lexpr, rexpr], scope);
    else if (kind === 'AEXPR_OP') this.equate(lexpr, rexpr, scope);
    else if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN') this.readAny(lexpr, rexpr, scope);
    else this.readExpressions([lexpr, rexpr], scope);
  }

  private equate(left: Node, right: Node, scope: Scope): void {
    const [a, b] = [partsOf(left), partsOf(right)];
    if (a.length !== b.length) this.readExpressions([left, right], scope);
    else
      a.forEach((part, place) => {
        const other = b[place];
        if (other) this.equalities.equate(this.valueOf(part, scope), this.valueOf(other, scope));
      });
  }

  private readAny(left: Node, right: Node, scope: Scope): void {
    if ('SubLink' in right && right.SubLink.subLinkType === 'ARRAY_SUBLINK') {
      this.readSublink({ ...right.SubLink, subLinkType: 'ANY_SUBLINK', testexpr: left }, scope, wholeStatement);
      return;
    }
    this.readExpressions(right, scope);
    for (const part of partsOf(left)) {
      const column = this.valueOf(part, scope);
      if (!mentions(right, ['ColumnRef', 'SubLink']))
        this.equalities.give(column, `some ${withoutPlaces(withoutCast(right))}`);
    }
  }

  private readSublink(link: SubLink, scope: Scope, part?: typeof wholeStatement): void {
    const { subselect, testexpr, subLinkType, operName } = link;
    if (!subselect) return;
    const read = (): void => {
      const outputs = this.readStatement(subselect, scope);
      const isIn = subLinkType === 'ANY_SUBLINK' && (operName ?? []).length === 0;
      if (!isIn) this.readExpressions(testexpr, scope);
      else if (testexpr)
        partsOf(testexpr).forEach((each, place) => {
          const output = outputs[place];
          const column = this.valueOf(each, scope);
          if (output) this.equalities.equate(column, output.column);
        });
    };
    if (part === wholeStatement && (subLinkType === 'ANY_SUBLINK' || subLinkType === 'EXISTS_SUBLINK')) read();
    else this.equalities.inPart(read);
  }

  /** Finds the subqueries and functions in expressions that give no equality. */
  private readExpressions(node: unknown, scope: Scope): void {
    if (Array.isArray(node)) for (const each of node) this.readExpressions(each, scope);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    if ('FuncCall' in node) this.noteFunction((node as Extract<Node, { FuncCall: unknown }>).FuncCall.funcname);
    if ('SubLink' in node) this.readSublink((node as Extract<Node, { SubLink: unknown }>).SubLink, scope);
    else for (const each of Object.values(node)) this.readExpressions(each, scope);
  }

  private noteFunction(funcname: Node[] | undefined): void {
    const name = namesOf(funcname).at(-1) ?? '';
    if (this.catalog.functions.has(name)) throw new NotUnderstood(`runs the function \`${name}\` of the database`);
  }
}
