import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');

/** The TypeScript of a document, and the output that it shows right below. */
export interface Program {
  text: string;
  shown: string;
}

export function programOf(document: string): Program | undefined {
  const [, text, shown] = /^```ts\n(.*?)^```\n\n```text\n(.*?)^```$/ms.exec(document) ?? [];
  return text === undefined || shown === undefined ? undefined : { text, shown };
}

/** Compiles the programs as strictly as a reader may. */
export function faultsOf(programs: Readonly<Record<string, string>>): string[] {
  // Node's types are found from there.
  const folder = join(root, 'node_modules/.cache/ces-guides');
  mkdirSync(folder, { recursive: true });
  const files = Object.entries(programs).map(([name, text]) => {
    const file = join(folder, `${name}.mts`);
    writeFileSync(file, text);
    return file;
  });
  const program = ts.createProgram(files, {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { '@ces/sdk': [join(root, 'libs/sdk/src/index.ts')] },
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, '\n');
    return `${file?.fileName ?? ''}: ${text}`;
  });
}
