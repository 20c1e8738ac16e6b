import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startChild, stopChild } from '../../../local-stack/src/processes/child-process.ts';
import { freePort } from '../../../local-stack/src/processes/free-port.ts';
import { eventually } from '../eventually.js';

export interface ServiceProcess {
  readonly url: string;
  /** Sends SIGKILL; resolves when the process is dead. */
  kill(): Promise<void>;
  /** Sends SIGTERM, as an operator does. */
  stop(): Promise<void>;
}

/** Starts a service as a process of its own, from its sources, for a spec that kills it. Resolves when it is ready. */
export async function serviceProcess(name: string, env: Record<string, string>): Promise<ServiceProcess> {
  const root = resolve(import.meta.dirname, '../../../..');
  const dir = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  const logFile = join(dir, `${name}.log`);
  const port = await freePort();
  const loader = join(import.meta.dirname, 'from-source.mjs');
  const child = await startChild(process.execPath, ['--import', loader, `apps/${name}/src/main.ts`], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn', ...env },
    logFile,
    deathSignal: 'SIGKILL',
  });
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (!answer?.ok) throw new Error(`${name} is not ready:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
  }, 25_000);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await stopChild(child, signal);
    rmSync(dir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
