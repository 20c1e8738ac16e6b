// Where a name of a source is declared: as a constant, a function, a parameter or an import.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

export const root = resolve(import.meta.dirname, '../..');

const sources = new Map<string, ts.SourceFile>();

export type Declaration = ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration | ts.FunctionDeclaration;

export function sourceOf(file: string): ts.SourceFile {
  const known = sources.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  sources.set(file, source);
  return source;
}

export function declarationOf(name: ts.Identifier): Declaration | undefined {
  for (let scope: ts.Node = name.parent; ; scope = scope.parent) {
    const found = namesIn(scope).find((each) => ts.isIdentifier(each.name) && each.name.text === name.text);
    if (found) return found as Declaration;
    if (ts.isSourceFile(scope)) return importedAs(name.text, scope);
  }
}

interface Named extends ts.Node {
  name: ts.Node;
}

function namesIn(scope: ts.Node): Named[] {
  if (ts.isFunctionLike(scope)) return scope.parameters.flatMap(withParts);
  if (ts.isForOfStatement(scope) && ts.isVariableDeclarationList(scope.initializer))
    return scope.initializer.declarations.flatMap(withParts);
  if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) return [];
  return scope.statements.flatMap((statement): Named[] => {
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(withParts);
    return ts.isFunctionDeclaration(statement) && statement.name ? [statement as Named] : [];
  });
}

function withParts(declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement): Named[] {
  if (ts.isIdentifier(declaration.name)) return [declaration];
  return declaration.name.elements.flatMap((part) => (ts.isBindingElement(part) ? withParts(part) : []));
}

function importedAs(name: string, source: ts.SourceFile): Declaration | undefined {
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    const found = bindings.elements.find((each) => each.name.text === name);
    const file = found && fileOf((statement.moduleSpecifier as ts.StringLiteral).text, source.fileName);
    if (!found || file === undefined || !existsSync(join(root, file))) continue;
    const wanted = (found.propertyName ?? found.name).text;
    return namesIn(sourceOf(file)).find((each) => ts.isIdentifier(each.name) && each.name.text === wanted) as
      Declaration | undefined;
  }
  return undefined;
}

function fileOf(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier).replace(/\.js$/, '.ts');
  const [, lib, path] = /^@ces\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  return lib !== undefined && path !== undefined ? `libs/${lib}/src/${path}.ts` : undefined;
}
