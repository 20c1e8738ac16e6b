import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hasExited, startChild } from '../../../deploy/local/child-process.ts';
import { freePort } from '../../../deploy/local/free-port.ts';
import { eventually } from '@ces/testing/eventually';

const root = resolve(import.meta.dirname, '../../..');

/** The service as a process of its own, which may be killed. */
export class SegmentsProcess {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly dir: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Compiles what the sources say now, aside of what others have built. */
  static prepare(env: Record<string, string>): SegmentsProcess {
    const dir = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
    for (const project of ['apps/segments', 'libs/contracts', 'libs/messaging', 'libs/service']) {
      const built = spawnSync(process.execPath, ['tools/build.mjs', project, dir], { cwd: root, encoding: 'utf8' });
      if (built.status !== 0) throw new Error(built.stderr);
    }
    writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
    symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
    return new SegmentsProcess(dir, { PATH: process.env['PATH'], LOG_LEVEL: 'warn', HOST: '127.0.0.1', ...env });
  }

  async start(): Promise<void> {
    const port = await freePort();
    this.child = await startChild(process.execPath, [join(this.dir, 'apps/segments/src/main.js')], {
      env: { ...this.env, PORT: String(port) },
      logFile: join(this.dir, 'log'),
      deathSignal: 'SIGKILL',
    });
    await eventually(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      if (answer.status !== 200) throw new Error(await answer.text());
    }, 20_000);
  }

  /** kill -9. */
  async kill(): Promise<void> {
    if (!this.child || hasExited(this.child)) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
