// The house's own lint rules. tools/lint/house.spec.ts plants a violation of each, because a rule may be silently off.
import type { Rule } from 'eslint';
import { resolve } from 'node:path';
import { faultOfImport } from './doors.ts';
import { ImportGraph, sliceOf } from './import-graph.ts';

const root = resolve(import.meta.dirname, '../..');
let known: ImportGraph | undefined;
const graph = (): ImportGraph => (known ??= new ImportGraph(root, ['apps', 'libs', 'e2e', 'tools', 'deploy']));

type ImportCheck = (from: string, target: string, isOurs: boolean) => string | undefined;

function importRule(check: ImportCheck): Rule.RuleModule {
  return {
    meta: { type: 'problem' },
    create: (context) => {
      const from = graph().pathOf(context.filename);
      const visit = (node: Rule.Node & { source?: unknown }): void => {
        const specifier = (node.source as { value?: unknown } | null | undefined)?.value;
        if (typeof specifier !== 'string') return;
        const target = graph().resolve(specifier, from);
        const message = check(from, target ?? specifier, target !== undefined);
        if (message !== undefined) context.report({ node, message });
      };
      return {
        ImportDeclaration: visit,
        ExportNamedDeclaration: visit,
        ExportAllDeclaration: visit,
        ImportExpression: visit,
      };
    },
  };
}

function faultOfSlice(from: string, target: string): string | undefined {
  const [own, other] = [sliceOf(from), sliceOf(target)];
  if (own === undefined || other === undefined || own === other) return undefined;
  if (!/\.(entity|store)\.ts$/.test(target)) return undefined;
  return 'a slice must not import the entity or the store of another slice; ask its service';
}

function faultOfCircle(from: string, target: string, isOurs: boolean): string | undefined {
  if (!isOurs) return undefined;
  const files = graph().wayBetween(target, from);
  if (files !== undefined) return `files import each other in a circle: ${[from, ...files].join(' → ')}`;
  const [own, other] = [sliceOf(from), sliceOf(target)];
  if (own === undefined || other === undefined || own === other || from.endsWith('.spec.ts')) return undefined;
  const slices = graph().wayBetweenSlices(other, own);
  return slices === undefined ? undefined : `slices import each other in a circle: ${[own, ...slices].join(' → ')}`;
}

/** Stores, migrations, tests and tools may hold SQL, and the files that wrap the driver or supply the transaction. */
const mayHoldSql =
  /^libs\/service\/src\/database\/(database|prepared)\.ts$|^libs\/messaging\/src\/storage\/transactions\.ts$|\.store\.ts$|\/migrations\/|\.spec\.ts$|^(apps|libs)\/[\w-]+\/test\/|^(e2e|tools|deploy)\/|^libs\/(testing|local-stack)\//;

const sqlCalls = [
  'CallExpression[callee.property.name=/^(query|late|createQueryBuilder)$/]',
  'CallExpression[callee.object.property.name="transactions"][callee.property.name=/^(read|lock|last)$/]',
].join(', ');

const sqlInStores: Rule.RuleModule = {
  meta: { type: 'problem' },
  create: (context) => {
    if (mayHoldSql.test(graph().pathOf(context.filename))) return {};
    return {
      [sqlCalls]: (node: Rule.Node) => {
        context.report({ node, message: 'SQL stands in a <noun>.store.ts or in a migration' });
      },
      'ImportSpecifier[imported.name="EntityManager"]': (node: Rule.Node) => {
        context.report({ node, message: 'a store gets the open transaction from Transactions; do not pass it on' });
      },
    };
  },
};

const riddle =
  /^\W*(?:(?:Of|By|Against|Among|Upon|Beside|Besides|Whom|Whose|Who|Whoever|Whomever|Whatever|Whichever|What|Nobody|Somebody|Such)\b|(?:For|From|To|With|In|At|On|As) (?:whom|whoever|those|what|which|nobody|somebody)\b)/i;

const plainComments: Rule.RuleModule = {
  meta: { type: 'suggestion' },
  create: (context) => ({
    Program: () => {
      const comments = context.sourceCode.getAllComments();
      for (const [index, { value, loc, type }] of comments.entries()) {
        const before = comments[index - 1];
        const continues =
          type === 'Line' && before?.type === 'Line' && before.loc?.end.line === (loc?.start.line ?? 0) - 1;
        if (loc && !continues && riddle.test(value)) {
          context.report({
            loc,
            message: 'begin the comment with its subject: no dangling preposition, no who-clause',
          });
        }
      }
    },
  }),
};

export const house = {
  rules: {
    doors: importRule(faultOfImport),
    slices: importRule(faultOfSlice),
    'no-circles': importRule(faultOfCircle),
    'sql-in-stores': sqlInStores,
    'plain-comments': plainComments,
  },
};
