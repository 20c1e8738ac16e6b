import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '../../testing/src/eventually.ts';
import { commandLine } from './processes/child-process.ts';
import { writeFakeApps } from './fake-apps.ts';
import { freePort } from './processes/free-port.ts';
import { startStack } from './stack.ts';
import type { StackFile } from './stack-file.ts';

describe('a launcher that is killed with kill -9', () => {
  const root = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  const dataDir = join(root, 'data');
  const stackFile = join(dataDir, 'stack.json');

  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  it('leaves no process, and nothing that hinders the next launcher', async () => {
    chmodSync(root, 0o711);
    writeFakeApps(root);
    const options = { root, dataDir, port: await freePort() };
    const script = `
      import { startStack } from ${JSON.stringify(resolve(import.meta.dirname, 'stack.ts'))};
      await startStack({ ...${JSON.stringify(options)}, log: console.warn });`;
    const launcher = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
    await eventually(() => {
      expect(existsSync(stackFile)).toBe(true);
    }, 60_000);
    const { processes } = JSON.parse(readFileSync(stackFile, 'utf8')) as StackFile;
    launcher.kill('SIGKILL');
    await once(launcher, 'exit');

    const next = await startStack({ ...options, log: () => undefined });
    expect(Object.values(processes).map(commandLine).join('')).toBe('');
    expect(Object.keys(next.describe().processes)).toHaveLength(10);
    await next.stop();
  });
});
