import { execFile } from 'node:child_process';
import {
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '..');

describe('build.mjs --to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-spec-'));
  const made = join(folder, 'libs/auth/src');
  const bundle = join(folder, 'services');

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: root });
  const build = () => run('tools/build.mjs', `--to=${folder}`, 'libs/auth');
  const makeBundle = () => run('tools/bundle.mjs', folder);

  it('makes the same whole files when two runs write to one folder, and leaves nothing else there', async () => {
    mkdirSync(bundle);
    await Promise.all([build(), build()]);
    const sources = globSync('libs/auth/src/**/*.ts', { cwd: root, exclude: ['**/*.spec.ts'] });
    const expected = sources.map((file) => file.replace(/\.ts$/, '.js'));
    expect(globSync('libs/**/*.js', { cwd: folder }).sort()).toEqual(expected.sort());
    for (const file of expected) {
      expect(readFileSync(join(folder, file), 'utf8')).toMatch(/\n\/\/# sourceMappingURL=.*\.js\.map\n$/);
    }
    expect(readdirSync(folder).sort()).toEqual(['libs', 'package.json']);
  });

  it('removes what a source has made that is gone, with the bundle, and keeps what is newer than its source', async () => {
    const [kept = ''] = globSync('**/*.js', { cwd: made });
    const before = statSync(join(made, kept)).ino;
    mkdirSync(bundle);
    writeFileSync(join(made, 'gone.js'), '');
    writeFileSync(join(made, 'gone.js.map'), '');
    await build();
    expect(readdirSync(made)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^gone/)]));
    expect(statSync(join(made, kept)).ino).toBe(before);
    expect(existsSync(bundle)).toBe(false);
    mkdirSync(bundle);
    await build();
    expect(existsSync(bundle)).toBe(true);
  });

  it('makes a file again that was written before its source changed, also if it got a hard link since', async () => {
    const [file = ''] = globSync('**/*.js', { cwd: made });
    const out = join(made, file);
    const before = statSync(out).ino;
    utimesSync(out, 0, 0);
    linkSync(out, join(folder, 'link'));
    await build();
    expect(statSync(out).ino).not.toBe(before);
    rmSync(join(folder, 'link'));
  });

  it('has one bundle when two runs make it, and none of a file that changes meanwhile', async () => {
    const entry = join(folder, 'apps/small/src/entry.js');
    mkdirSync(dirname(entry), { recursive: true });
    writeFileSync(entry, 'console.log(1);');
    writeFileSync(`${entry}.map`, '{"version":3,"sources":[],"names":[],"mappings":""}');
    const others = readdirSync(folder).filter((name) => name !== 'services');
    await Promise.all([makeBundle(), makeBundle()]);
    expect(readdirSync(folder).sort()).toEqual([...others, 'services'].sort());
    expect(readdirSync(bundle)).toContain('small.js');
    const changes = setInterval(() => {
      writeFileSync(entry, 'console.log(2);');
    }, 5);
    await makeBundle().finally(() => {
      clearInterval(changes);
    });
    expect(readdirSync(folder)).toEqual(others);
  });
});
