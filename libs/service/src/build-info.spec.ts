import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../..');

describe('versionOfBuild', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-info-spec-'));
  const own = join(folder, 'libs/service/src');

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is still known when the files of the build have gone', async () => {
    mkdirSync(own, { recursive: true });
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    cpSync(join(import.meta.dirname, 'build-info.ts'), join(own, 'build-info.ts'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const script = `
      import { rmSync } from 'node:fs';
      import { versionOfBuild } from './build-info.ts';
      rmSync(${JSON.stringify(own)}, { recursive: true });
      rmSync(${JSON.stringify(join(folder, 'package.json'))});
      process.stdout.write(versionOfBuild());
    `;
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: own });
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(stdout).toBe(version);
  });
});
