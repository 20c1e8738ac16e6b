// Descriptions of settings: the doc comments above them. The sources are parsed, because comments are not there at run time.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');
const sources = ['apps/*/src/**/*.{config,settings}.ts', 'libs/service/src/**/*.ts'];

/** The descriptions of the settings that a class declares itself, in their order; undefined where a comment is missing. */
export type Descriptions = Map<string, string | undefined>;

/** Descriptions by the names of the classes. */
export function readDescriptions(): Map<string, Descriptions> {
  const files = globSync(sources, { cwd: root }).filter((file) => !file.endsWith('.spec.ts'));
  return new Map(files.sort().flatMap((file) => describeClasses(readFileSync(join(root, file), 'utf8'))));
}

export function describeClasses(text: string): [string, Descriptions][] {
  const source = ts.createSourceFile('settings.ts', text, ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isClassDeclaration).flatMap((each): [string, Descriptions][] => {
    const settings = each.members.filter(ts.isPropertyDeclaration).filter(({ name }) => isSetting(name.getText()));
    const described = settings.map((member) => [member.name.getText(), descriptionOf(member)] as const);
    return described.length === 0 || !each.name ? [] : [[each.name.text, new Map(described)]];
  });
}

function isSetting(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name);
}

function descriptionOf(member: ts.PropertyDeclaration): string | undefined {
  const comment = ts.getJSDocCommentsAndTags(member).find(ts.isJSDoc)?.comment;
  return ts.getTextOfJSDocComment(comment)?.replaceAll(/\s+/g, ' ');
}
