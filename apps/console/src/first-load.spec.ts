import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

interface Part {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

/** Compressed script that the browser loads before the first screen shows. */
const mostBytes = 200_000;

describe('the built console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-built-'));
  let parts: Record<string, Part>;
  const named = (source: string): string => {
    const found = Object.keys(parts).find((name) => name.endsWith(source));
    if (found === undefined) throw new Error(`the manifest has no ${source}`);
    return found;
  };

  beforeAll(async () => {
    const root = resolve(import.meta.dirname, '../../..');
    const args = ['node_modules/vite/bin/vite.js', 'build', 'apps/console', '--outDir', folder, '--emptyOutDir'];
    // Jest's NODE_ENV would bring the development build of React.
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, args, { cwd: root, env });
    parts = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Part>;
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** A part with everything that it imports at once. */
  const withImports = (names: string[]): Set<string> => {
    const all = new Set(names);
    for (const name of all) for (const other of parts[name]?.imports ?? []) all.add(other);
    return all;
  };
  const bytesOf = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, parts[name]?.file ?? ''))).length, 0);

  it.each(['home/home.tsx', 'customers/customer.tsx', 'campaigns/campaigns.tsx'])(
    'loads less than 200 KB of compressed script to show %s first, in any language',
    (screen) => {
      for (const language of ['english', 'dutch', 'german']) {
        const first = withImports([named('index.html'), named(`words/${language}.ts`), named(`screens/${screen}`)]);
        expect(first.size).toBeGreaterThan(3);
        expect(bytesOf(first)).toBeLessThan(mostBytes);
      }
    },
  );

  it('loads editor and charts only where they are shown', () => {
    const first = withImports([named('index.html'), named('screens/home/home.tsx')]);
    for (const late of ['editor/editing.tsx', 'charts/drawing.tsx']) expect([...first]).not.toContain(named(late));
    expect(parts[named('editor/editing.tsx')]?.file).toBeDefined();
  });

  it('has a page without inline script or style', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(page).toMatch(/<script type="module" crossorigin src="\/console\/assets\/index-[\w-]+\.js"><\/script>/);
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)/);
  });
});
