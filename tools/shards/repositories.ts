// Calls of repositories on tables that would be distributed. Those on other tables cross no shard.
import { globSync } from 'node:fs';
import ts from 'typescript';
import type { Verdict } from './judge.ts';
import { declarationOf, root, sourceOf } from './declarations.ts';
import type { Table } from './catalog.ts';
import { placeOf, serviceOf } from './statements.ts';

export interface RepositoryCall {
  service: string;
  place: string;
  entity: string;
  method: string;
  /** The entity's arguments, without the entity itself. */
  given: readonly ts.Expression[];
}

/** Methods whose first argument says which rows. */
const byCondition = [
  'delete',
  'update',
  'find',
  'findBy',
  'findOne',
  'findOneBy',
  'findOneByOrFail',
  'exists',
  'existsBy',
  'count',
  'countBy',
];
const byValue = ['insert'];

export function readRepositoryCalls(): RepositoryCall[] {
  const files = globSync('{apps,libs}/*/src/**/*.ts', { cwd: root })
    .filter((file) => !/\.spec\.ts$|\/migrations\/|^libs\/(testing|local-stack)\//.test(file))
    .sort();
  return files.flatMap((file) => {
    const source = sourceOf(file);
    if (!source.text.includes('Entity')) return [];
    const found: RepositoryCall[] = [];
    const names = new Map<string, string>();
    collect(source, (node) => {
      noteName(node, names);
    });
    collect(source, (node) => {
      const call = callOf(node, names);
      if (call) found.push({ ...call, service: serviceOf(file), place: placeOf(node) });
    });
    return found;
  });
}

export function judgeCall({ method, given, entity }: RepositoryCall, { name: table, role, keys }: Table): Verdict {
  const tables = [table];
  if (role?.kind !== 'user' && role?.kind !== 'own key') return { kind: 'none', tables, reasons: [] };
  const [first] = given;
  const refused = (reason: string): Verdict => ({ kind: 'not understood', tables, reasons: [reason] });
  if (![...byCondition, ...byValue].includes(method)) return refused(`\`${method}\` of the repository of ${entity}`);
  const none: Verdict = { kind: 'crosses', tables, reasons: [`no \`${role.column}\` is given for \`${table}\``] };
  if (!first) return none;
  const condition = conditionOf(first);
  if (condition === 'a key') {
    const isKey = keys.some((key) => key.length === 1 && key[0] === role.column);
    return isKey ? { kind: 'one', tables, reasons: [] } : none;
  }
  if (!condition) return refused(`\`${first.getText().slice(0, 40)}\` depends on data`);
  const value = valueIn(condition, role.column);
  if (!value) return none;
  return {
    kind: ts.isCallExpression(value) && value.expression.getText() === 'In' ? 'some' : 'one',
    tables,
    reasons: [],
  };
}

function conditionOf(node: ts.Expression): ts.ObjectLiteralExpression | 'a key' | undefined {
  if (ts.isObjectLiteralExpression(node)) {
    const where = valueIn(node, 'where');
    return where ? conditionOf(where) : node;
  }
  // `repository.create({ … })` makes the entity, and writes nothing.
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const [made] = node.arguments;
    return node.expression.name.text === 'create' && made ? conditionOf(made) : undefined;
  }
  if (!ts.isIdentifier(node)) return undefined;
  const declared = declarationOf(node);
  if (declared && ts.isVariableDeclaration(declared) && declared.initializer) return conditionOf(declared.initializer);
  return /id$/i.test(node.text) ? 'a key' : undefined;
}

function valueIn(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const each of object.properties) {
    const spread = ts.isSpreadAssignment(each) ? conditionOf(each.expression) : undefined;
    const within = spread && spread !== 'a key' ? valueIn(spread, name) : undefined;
    if (within) return within;
    if (!each.name || !ts.isIdentifier(each.name) || each.name.text !== name) continue;
    if (ts.isShorthandPropertyAssignment(each)) return each.name;
    if (ts.isPropertyAssignment(each)) return each.initializer;
  }
  return undefined;
}

function collect(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => {
    collect(child, visit);
  });
}

/** `transactions.of(CardEntity)`. */
function entityOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [entity] = node.arguments;
  const isRepository = ['of', 'getRepository'].includes(node.expression.name.text);
  return isRepository && entity && ts.isIdentifier(entity) && entity.text.endsWith('Entity') ? entity.text : undefined;
}

/** Constants, getters and methods that answer a repository. */
function noteName(node: ts.Node, names: Map<string, string>): void {
  const entity = entityOf(node);
  if (entity === undefined) return;
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) names.set(parent.name.text, entity);
  const member = parent.parent.parent;
  const isMember = ts.isMethodDeclaration(member) || ts.isGetAccessor(member);
  if (ts.isReturnStatement(parent) && isMember && ts.isIdentifier(member.name)) names.set(member.name.text, entity);
}

function callOf(
  node: ts.Node,
  names: Map<string, string>,
): Pick<RepositoryCall, 'entity' | 'method' | 'given'> | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression: owner, name } = node.expression;
  const [first, ...others] = node.arguments;
  const entity = entityOf(owner) ?? names.get(nameOf(owner) ?? '');
  if (entity !== undefined && name.text === 'create') return undefined;
  if (entity !== undefined) return { entity, method: name.text, given: node.arguments };
  // `manager.delete(CardEntity, { … })`
  if (!first || !ts.isIdentifier(first) || !/^[A-Z]\w*Entity$/.test(first.text)) return undefined;
  return [...byCondition, ...byValue].includes(name.text)
    ? { entity: first.text, method: name.text, given: others }
    : undefined;
}

function nameOf(owner: ts.Expression): string | undefined {
  if (ts.isCallExpression(owner)) return nameOf(owner.expression);
  if (ts.isPropertyAccessExpression(owner))
    return owner.expression.kind === ts.SyntaxKind.ThisKeyword ? owner.name.text : undefined;
  return ts.isIdentifier(owner) ? owner.text : undefined;
}
