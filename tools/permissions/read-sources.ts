// The calls and published events of an app, read from its sources. The files are parsed and not run, so a call counts
// even if no test makes it.
import { deadLetters, databaseServices } from '@ces/contracts/dead-letters';
import { adminReadNoted } from '@ces/contracts/identity/audit';
import { erasureReceipt, exportOf, servicesWithUserData } from '@ces/contracts/identity/erasure';
import { reconciliation } from '@ces/contracts/facts/reconciliation';
import { healthOf } from '@ces/contracts/operation/health';
import type { FactContract, Rpc } from '@ces/contracts/rpc';
import { servicesWithTimeline, timelineOf } from '@ces/contracts/timeline';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');

type AnyRpc = Rpc<object, unknown>;

export interface SourceUses {
  calls: Set<string>;
  /** Events that stand outside of `@OnFact`. The app publishes those of its own streams. */
  mentions: FactContract<object>[];
  /** Names in `nats.subject('wake', …)`. */
  wakes: Set<string>;
  /** Names in `nats.bucketOf(…)`. */
  buckets: Set<string>;
  /** Whether the app deletes facts from its outbox's stream, and from the stream of another source. */
  erases: { outbox: boolean; log: boolean };
}

/** Functions of the contracts that make a contract for each service. A call with a variable counts for every service. */
const makers = {
  exportOf: { make: (service: string) => [exportOf(service)], services: servicesWithUserData },
  timelineOf: { make: (service: string) => [timelineOf(service)], services: servicesWithTimeline },
  healthOf: { make: (service: string) => [healthOf(service)], services: databaseServices },
  deadLetters: { make: (service: string) => Object.values(deadLetters(service)), services: databaseServices },
  reconciliation: { make: (service: string) => Object.values(reconciliation(service)), services: databaseServices },
  erasureReceipt: { make: (service: string) => [erasureReceipt(service)], services: servicesWithUserData },
} as const;

export async function readSources(app: string): Promise<SourceUses> {
  const uses: SourceUses = {
    calls: new Set(),
    // libs/messaging publishes it for every service with a database.
    mentions: (databaseServices as readonly string[]).includes(app) ? [adminReadNoted(app)] : [],
    wakes: new Set(),
    buckets: new Set(),
    erases: { outbox: false, log: false },
  };
  const files = globSync(`apps/${app}/src/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.spec.ts'));
  for (const file of files) await new SourceFile(file, uses).read();
  return uses;
}

class SourceFile {
  private readonly source: ts.SourceFile;
  /** Values that the file imports from the contracts, by their local names. */
  private readonly imported = new Map<string, unknown>();
  private usesMaker = false;

  constructor(
    private readonly file: string,
    private readonly uses: SourceUses,
  ) {
    const text = readFileSync(join(root, file), 'utf8');
    this.source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  }

  async read(): Promise<void> {
    for (const statement of this.source.statements) {
      if (ts.isImportDeclaration(statement)) await this.import(statement);
    }
    for (const statement of this.source.statements) {
      if (!ts.isImportDeclaration(statement)) this.visit(statement);
    }
  }

  private async import({ importClause, moduleSpecifier }: ts.ImportDeclaration): Promise<void> {
    const [, contract] = /^@ces\/contracts\/(.+)$/.exec((moduleSpecifier as ts.StringLiteral).text) ?? [];
    const bindings = importClause?.namedBindings;
    if (contract === undefined || !bindings || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return;
    const module = (await import(join(root, `libs/contracts/src/${contract}.ts`))) as Record<string, unknown>;
    if (ts.isNamespaceImport(bindings)) this.imported.set(bindings.name.text, module);
    else {
      for (const { name, propertyName } of bindings.elements)
        this.imported.set(name.text, module[(propertyName ?? name).text]);
    }
  }

  private visit(node: ts.Node): void {
    // Nest's metadata have the handlers, types need no rights, and a method may share its name with a contract.
    if (ts.isDecorator(node) || ts.isTypeNode(node) || isNameOf(node.parent, node)) return;
    if (ts.isCallExpression(node) && this.visitCall(node)) return;
    const value = ts.isExpression(node) ? this.valueOf(node) : undefined;
    if (isEvent(value)) this.uses.mentions.push(value);
    else if (isRpc(value)) throw this.fault(node, `${value.subject} is neither called nor handled here`);
    // `eventAccepted.stream` does not publish it, and `acceptEvents.subject` does not call it.
    else if (!ts.isPropertyAccessExpression(node) || !isContract(this.valueOf(node.expression))) {
      node.forEachChild((child) => {
        this.visit(child);
      });
    }
  }

  /** Returns whether the parts of the call are done. */
  private visitCall({ expression, arguments: args }: ts.CallExpression): boolean {
    if (ts.isIdentifier(expression) && this.isMaker(expression)) {
      this.make(expression, args[0]);
      return true;
    }
    const maker = args.find((arg) => this.isMaker(arg));
    if (maker) {
      this.make(maker, undefined);
      return true;
    }
    if (!ts.isPropertyAccessExpression(expression)) return false;
    const [first, second] = args;
    const method = expression.name.text;
    if (method === 'call' && first && /\bbus$/.test(expression.expression.getText())) return this.callBus(first, args);
    if (method === 'subject' && second && isText(first, 'wake')) this.uses.wakes.add(this.textOf(second));
    if (method === 'bucketOf' && first) this.uses.buckets.add(this.textOf(first));
    if (method === 'eraseOutbox') this.uses.erases.outbox = true;
    if (method === 'eraseStream') this.uses.erases.log = true;
    return false;
  }

  private callBus(contract: ts.Expression, args: readonly ts.Expression[]): boolean {
    const value = this.valueOf(contract);
    if (isRpc(value)) this.uses.calls.add(value.subject);
    else {
      this.visit(contract);
      if (!this.usesMaker) throw this.fault(contract, 'cannot tell which contract is called');
    }
    for (const arg of args.slice(1)) this.visit(arg);
    return true;
  }

  private isMaker(node: ts.Node): node is ts.Identifier {
    return ts.isIdentifier(node) && node.text in makers && this.imported.has(node.text);
  }

  private make({ text }: ts.Identifier, service: ts.Expression | undefined): void {
    const { make, services } = makers[text as keyof typeof makers];
    const given = service && ts.isStringLiteral(service) ? [service.text] : services;
    this.usesMaker = true;
    for (const each of given.flatMap((name): (AnyRpc | FactContract<object>)[] => make(name))) {
      if (isEvent(each)) this.uses.mentions.push(each);
      else this.uses.calls.add(each.subject);
    }
  }

  private valueOf(node: ts.Expression): unknown {
    if (ts.isIdentifier(node)) return this.imported.get(node.text);
    if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
    const module = this.imported.get(node.expression.text);
    return isModule(module) ? module[node.name.text] : undefined;
  }

  /** A literal text, or a constant of the contracts. */
  private textOf(node: ts.Expression): string {
    const value = ts.isStringLiteral(node) ? node.text : this.valueOf(node);
    if (typeof value !== 'string') throw this.fault(node, 'cannot tell this name, for the permissions of NATS');
    return value;
  }

  private fault(node: ts.Node, what: string): Error {
    const { line } = this.source.getLineAndCharacterOfPosition(node.getStart());
    return new Error(`${this.file}:${line + 1}: ${what}`);
  }
}

function isRpc(value: unknown): value is AnyRpc {
  return typeof value === 'object' && value !== null && 'subject' in value && 'request' in value;
}

function isEvent(value: unknown): value is FactContract<object> {
  return typeof value === 'object' && value !== null && 'subject' in value && 'partitions' in value;
}

function isContract(value: unknown): boolean {
  return isRpc(value) || isEvent(value);
}

function isModule(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Module]';
}

function isNameOf(parent: ts.Node, node: ts.Node): boolean {
  return 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent);
}

function isText(node: ts.Expression | undefined, text: string): boolean {
  return node !== undefined && ts.isStringLiteral(node) && node.text === text;
}
