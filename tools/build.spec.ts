import { execFile } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '..');

describe('build.mjs --to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-spec-'));
  const made = join(folder, 'libs/auth/src');
  const bundle = join(folder, 'services');

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const build = () =>
    promisify(execFile)(process.execPath, ['tools/build.mjs', `--to=${folder}`, 'libs/auth'], { cwd: root });

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

  it('removes what a source has made that is gone, and keeps what is newer than its source, and the bundle of it', async () => {
    const [kept = ''] = globSync('**/*.js', { cwd: made });
    const before = statSync(join(made, kept)).ino;
    mkdirSync(bundle);
    writeFileSync(join(made, 'gone.js'), '');
    writeFileSync(join(made, 'gone.js.map'), '');
    await build();
    expect(readdirSync(made)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^gone/)]));
    expect(statSync(join(made, kept)).ino).toBe(before);
    expect(existsSync(bundle)).toBe(true);
  });
});
