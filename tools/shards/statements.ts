// The SQL statements of all stores.
import { globSync } from 'node:fs';
import ts from 'typescript';
import { declarationOf, root, sourceOf } from './declarations.ts';
import { NotUnderstood, textsOf } from './texts.ts';

export interface Statement {
  /** `every service` for the stores of the libs. */
  service: string;
  /** Class and method. */
  place: string;
  /** Absent when the text depends on data. */
  sql?: string;
  fault?: string;
}

export const everyService = 'every service';

export function readStatements(): Statement[] {
  const files = globSync('{apps,libs}/*/src/**/*.store.ts', { cwd: root }).sort();
  return files.flatMap((file) => {
    const found: Statement[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isQuery(node)) found.push(...statementsOf(node, file));
      ts.forEachChild(node, visit);
    };
    visit(sourceOf(file));
    return found;
  });
}

export function serviceOf(file: string): string {
  const [, service] = /^apps\/([^/]+)\//.exec(file) ?? [];
  return service ?? everyService;
}

/** The class and method around a node, or the function of a file without a class. */
export function placeOf(node: ts.Node): string {
  let method = '';
  for (let each: ts.Node = node; !ts.isSourceFile(each); each = each.parent) {
    method = memberName(each) ?? method;
    if (ts.isClassDeclaration(each)) return `${each.name?.text ?? ''}.${method}`;
  }
  return method;
}

function memberName(node: ts.Node): string | undefined {
  const isMember = ts.isMethodDeclaration(node) || ts.isGetAccessor(node) || ts.isFunctionDeclaration(node);
  return isMember && node.name && ts.isIdentifier(node.name) ? node.name.text : undefined;
}

function isQuery({ expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression)) return false;
  const { name, expression: on } = expression;
  if (name.text === 'query') return true;
  return ['read', 'lock', 'late', 'last', 'end'].includes(name.text) && on.getText().endsWith('transactions');
}

function statementsOf(call: ts.CallExpression, file: string): Statement[] {
  const [given] = call.arguments;
  const place = { service: serviceOf(file), place: placeOf(call) };
  if (!given) return [{ ...place, fault: 'a query without a text' }];
  try {
    return textsOf(copyText(given) ?? configText(given) ?? given).map((sql) => ({ ...place, sql }));
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    return [{ ...place, fault: error.message }];
  }
}

/** `{ text: … }` of pg. */
function configText(given: ts.Expression): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(given)) return undefined;
  const text = given.properties.find((each) => each.name && ts.isIdentifier(each.name) && each.name.text === 'text');
  if (!text) return undefined;
  if (ts.isShorthandPropertyAssignment(text)) return text.name;
  return ts.isPropertyAssignment(text) ? text.initializer : undefined;
}

/** `from(text)` of pg-copy-streams. */
function copyText(given: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(given) || !ts.isIdentifier(given.expression)) return undefined;
  return given.expression.text === 'from' && !declarationOf(given.expression) ? given.arguments[0] : undefined;
}
