import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md'], { cwd: root })
  .filter((file) => file !== 'CHANGELOG.md') // it may name deleted files
  .sort();

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const withoutExamples = (text: string): string => text.replaceAll(/^```.*?^```/gms, '');

/** Paths in backticks that begin with a folder of the repository. Placeholders are left out. */
function pathsIn(text: string): string[] {
  const paths = withoutExamples(text).matchAll(/`((?:apps|libs|e2e|tools|deploy|docs)\/[^`\s]*)`/g);
  return [...paths].map(([, path = '']) => path).filter((path) => !/[<>*{}…]/.test(path));
}

/** Relative to the document. */
function linksIn(text: string): string[] {
  const links = withoutExamples(text).matchAll(/\[[^\]]*\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm);
  return [...links]
    .map(([, inline = '', reference = '']) => (inline + reference).replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

describe.each(documents)('%s', (file) => {
  it('names only files and folders that exist', () => {
    expect(pathsIn(read(file)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const from = join(root, dirname(file));
    expect(linksIn(read(file)).filter((target) => !existsSync(join(from, target)))).toEqual([]);
  });
});

describe('docs/rows.md', () => {
  const rows = [...read('docs/rows.md').matchAll(/^\| +(\d+) \|[^|]+\| `([^`]+)` +\| `([^`]+)`/gm)].map(
    ([, row, gateway = '', service = '']) => ({ row: Number(row), gateway, service }),
  );
  const names = (file: string, row: number): boolean => new RegExp(`// rows? .*\\b${row}\\b`).test(read(file));

  it('has a line for each of the 35 rows, in their order', () => {
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 35 }, (_, index) => index + 1));
  });

  it('names the controllers that name the row', () => {
    const wrong = rows.filter(({ row, gateway, service }) => {
      const controllers = globSync(join(dirname(service), '*.controller.ts'), { cwd: root });
      return !names(gateway, row) || !controllers.some((file) => names(file, row));
    });
    expect(wrong).toEqual([]);
  });
});

describe('the sources', () => {
  it('name only documents that exist', () => {
    const sources = globSync('{apps,libs,e2e,tools,deploy}/**/*.{ts,mjs,js,conf,sh}', {
      cwd: root,
      exclude: ['**/node_modules/**'],
    });
    const named = [...sources, 'deploy/Dockerfile', 'docker-compose.yml', '.env.example'].flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([document]) => ({ file, document })),
    );
    expect(named.filter(({ document }) => !existsSync(join(root, document)))).toEqual([]);
  });
});
