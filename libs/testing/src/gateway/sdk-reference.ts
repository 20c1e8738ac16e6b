// The reference of the sdk, made from its sources: what is exported, with its doc comments. A generator for any TypeScript
// would write a page for each of the 700 types of the API, which stand in the reference of the API already.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const folder = resolve(import.meta.dirname, '../../../sdk/src');

interface Document {
  paths: Record<string, Record<string, { operationId: string; parameters?: { in?: string; name?: string }[] }>>;
}

type Declaration = ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.FunctionDeclaration;

const introduction = `# Reference of @ces/sdk

Everything that the package exports; [the quickstart](quickstart.md) begins with it. Generated from its sources.

Each call may end with \`CallOptions\`, which are not shown here. A call without \`Items\` gives a promise. Bodies and answers have the types of
the API, which the package exports, too.
`;

/** The reference of `libs/sdk`, whose generated files must be written before. */
export function sdkReferenceOf(openapi: string): string {
  return new Reference(JSON.parse(openapi) as Document).text();
}

class Reference {
  private readonly declarations = new Map<string, Declaration>();

  constructor(private readonly document: Document) {
    for (const file of globSync('**/*.ts', { cwd: folder, exclude: ['**/*.spec.ts', 'generated/api.ts'] })) {
      for (const statement of parsed(file).statements) {
        if (isDeclaration(statement) && statement.name !== undefined)
          this.declarations.set(statement.name.text, statement);
      }
    }
  }

  text(): string {
    const ces = this.membersOf(this.get('Ces'));
    const rooms = ces.filter(ts.isPropertyDeclaration).filter((each) => !isStatic(each));
    const shown = new Set(['Ces', 'CesOptions', 'Me', ...rooms.map(typeOf)]);
    const general = [
      ...this.linesOf('CesOptions'),
      ...ces.filter(ts.isMethodDeclaration).map((method) => this.callLine(method)),
    ];
    return [
      introduction,
      this.section('`new Ces(options)`', 'Ces', general),
      ...rooms.map((room) => this.section(`\`ces.${room.name.getText()}\``, typeOf(room))),
      this.section('`ces.asUser(token)`', 'Me'),
      this.section('`Ces.webhooks`', 'verify'),
      ...exportedNames()
        .filter((name) => !shown.has(name))
        .map((name) => this.section(`\`${name}\``, name)),
    ].join('\n');
  }

  private section(title: string, name: string, lines = this.linesOf(name)): string {
    const declaration = this.get(name);
    const doc = ts.isFunctionDeclaration(declaration) ? '' : docOf(declaration);
    return [`## ${title}`, doc, lines.join('\n')].filter((part) => part !== '').join('\n\n') + '\n';
  }

  private linesOf(of: string): string[] {
    const declaration = this.get(of);
    if (ts.isFunctionDeclaration(declaration)) return [this.callLine(declaration)];
    if (ts.isTypeAliasDeclaration(declaration)) return [`\`${oneLine(declaration.type.getText())}\``];
    return this.membersOf(declaration).flatMap((member) => {
      if (ts.isMethodDeclaration(member)) return [this.callLine(member)];
      if (!ts.isPropertyDeclaration(member) && !ts.isPropertySignature(member)) return [];
      const { name, questionToken, type } = member;
      const initializer = ts.isPropertyDeclaration(member) ? member.initializer : undefined;
      const text = oneLine(type?.getText() ?? initializer?.getText() ?? '');
      return [
        line(`${name.getText()}${questionToken ? `?: ${text.replace(' | undefined', '')}` : `: ${text}`}`, member),
      ];
    });
  }

  private callLine(call: ts.MethodDeclaration | ts.FunctionDeclaration): string {
    const given = call.parameters.map((each) => this.parameterText(each)).filter((text) => text !== '');
    const answer = oneLine(call.type?.getText() ?? '').replace(/^Promise<(.*)>$/, '$1');
    const gives = answer === '' || answer === 'void' ? '' : `: ${answer}`;
    return line(`${call.name?.getText() ?? ''}(${given.join(', ')})${gives}`, call);
  }

  /** Empty for the options of every call. The type is left out where it is text. A query is shown by the names of its parameters. */
  private parameterText({ name, type, questionToken, initializer }: ts.ParameterDeclaration): string {
    const of = type?.getText() ?? (initializer === undefined ? '' : 'number');
    if (of === 'CallOptions') return '';
    const optional = questionToken === undefined && initializer === undefined ? '' : '?';
    const called = ts.isIdentifier(name) ? name.text : of.includes('Options') ? 'options' : 'given';
    if (of === 'string') return `${called}${optional}`;
    const [, operation] = /^QueryOf<'(.*)'>$/.exec(of) ?? [];
    const shown = operation === undefined ? oneLine(of) : `{ ${this.queryOf(operation).join(', ')} }`;
    return `${called}${optional}: ${shown}`;
  }

  /** The language is an option of every call. */
  private queryOf(operation: string): string[] {
    const found = Object.values(this.document.paths)
      .flatMap((methods) => Object.values(methods))
      .find(({ operationId }) => operationId === operation);
    const names = found?.parameters?.flatMap(({ in: place, name }) => (place === 'query' && name ? [name] : [])) ?? [];
    return names.filter((name) => name !== 'locale');
  }

  /** Own and inherited ones that callers see. `then` is for `await` alone. */
  private membersOf(declaration: Declaration): ts.Node[] {
    if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) return [];
    const bases = declaration.heritageClauses?.flatMap(({ types }) => types.map((type) => type.expression.getText()));
    const inherited =
      bases?.flatMap((base) => (this.declarations.has(base) ? this.membersOf(this.get(base)) : [])) ?? [];
    return [...[...declaration.members].filter(isSeen), ...inherited];
  }

  private get(name: string): Declaration {
    const found = this.declarations.get(name);
    if (found === undefined) throw new Error(`the sdk declares no ${name}`);
    return found;
  }
}

function isSeen(member: ts.ClassElement | ts.TypeElement): boolean {
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  const isHidden = ts.canHaveModifiers(member) && ts.getModifiers(member)?.some(({ kind }) => hidden.includes(kind));
  return member.name !== undefined && ts.isIdentifier(member.name) && member.name.text !== 'then' && !isHidden;
}

function line(code: string, node: ts.Node): string {
  const doc = docOf(node);
  return `- \`${code}\`${doc === '' ? '' : `: ${doc}`}`;
}

function docOf(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => oneLine(ts.getTextOfJSDocComment(comment) ?? ''))
    .join(' ');
}

function exportedNames(): string[] {
  return parsed('index.ts').statements.flatMap((statement) => {
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    return clause !== undefined && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [];
  });
}

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

function typeOf(property: ts.PropertyDeclaration): string {
  return property.type?.getText() ?? '';
}

function isDeclaration(node: ts.Node): node is Declaration {
  return (
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isFunctionDeclaration(node)
  );
}

function isStatic(node: ts.HasModifiers): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
