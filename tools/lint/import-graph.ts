import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import ts from 'typescript';

/** Read once per lint run. Paths are relative to the root. */
export class ImportGraph {
  private readonly texts = new Map<string, string[]>();
  /** Found once for each file, because each import in the house asks for the ways through many files. */
  private readonly ours = new Map<string, string[]>();
  private readonly sliceImports = new Map<string, Set<string>>();

  private readonly root: string;

  constructor(root: string, folders: readonly string[]) {
    this.root = root;
    for (const file of globSync(
      folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
      { cwd: root },
    )) {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, false);
      this.texts.set(
        file,
        importedFiles.map(({ fileName }) => fileName),
      );
    }
    for (const [file, specifiers] of this.texts) {
      this.ours.set(
        file,
        specifiers.flatMap((specifier) => this.resolve(specifier, file) ?? []),
      );
      this.noteSlice(file, specifiers);
    }
  }

  pathOf(file: string): string {
    return relative(this.root, file);
  }

  resolve(specifier: string, from: string): string | undefined {
    const [, lib, path] = /^@ces\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
    if (lib !== undefined && path !== undefined) return `libs/${lib}/src/${path}.ts`;
    if (specifier === '@ces/sdk') return 'libs/sdk/src/index.ts';
    if (!specifier.startsWith('.')) return undefined;
    const source = normalize(join(dirname(from), specifier)).replace(/\.js$/, '.ts');
    return this.texts.has(`${source}x`) ? `${source}x` : source;
  }

  wayBetween(from: string, to: string): string[] | undefined {
    return findWay(from, to, (file) => this.ours.get(file) ?? []);
  }

  wayBetweenSlices(from: string, to: string): string[] | undefined {
    return findWay(from, to, (slice) => [...(this.sliceImports.get(slice) ?? [])]);
  }

  private noteSlice(file: string, specifiers: string[]): void {
    const slice = sliceOf(file);
    if (slice === undefined || file.endsWith('.spec.ts')) return;
    const imports = this.sliceImports.get(slice) ?? new Set();
    this.sliceImports.set(slice, imports);
    for (const specifier of specifiers) {
      const other = sliceOf(this.resolve(specifier, file) ?? '');
      if (other !== undefined && other !== slice) imports.add(other);
    }
  }
}

/** `apps/cards/src/optins` for a file of this slice; undefined for files outside of slices. */
export function sliceOf(file: string): string | undefined {
  const [slice] = /^apps\/[\w-]+\/src\/(?!migrations\/)[\w-]+(?=\/)/.exec(file) ?? [];
  return slice;
}

function findWay(from: string, to: string, next: (node: string) => string[]): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const node of cameFrom.keys()) {
    if (node === to) return trace(node, cameFrom);
    for (const each of next(node)) if (!cameFrom.has(each)) cameFrom.set(each, node);
  }
  return undefined;
}

function trace(last: string, cameFrom: Map<string, string | undefined>): string[] {
  const way: string[] = [];
  for (let node: string | undefined = last; node !== undefined; node = cameFrom.get(node)) way.unshift(node);
  return way;
}
