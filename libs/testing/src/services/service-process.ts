import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startChild, stopChild } from '../../../local-stack/src/processes/child-process.ts';
import { freePort } from '../../../local-stack/src/processes/free-port.ts';
import { eventually } from '../eventually.js';
import { builtServices } from '../run/built-services.js';

const root = resolve(import.meta.dirname, '../../../..');
const mainOf = (name: string): string => join(builtServices, 'apps', name, 'src/main.js');

export interface ServiceProcess {
  readonly url: string;
  log(): string;
  /** Sends SIGKILL; resolves when the process is dead. */
  kill(): Promise<void>;
  /** Sends SIGTERM, as an operator does, and SIGKILL after the grace. Resolves with true if the process ended by itself, and well. */
  stop(graceMs?: number): Promise<boolean>;
  freeze(): void;
  thaw(): void;
}

/** A process of its own for a spec that kills it. Resolves when the service is ready. */
export async function serviceProcess(name: string, env: Record<string, string>): Promise<ServiceProcess> {
  const service = await startProcess(name, env);
  await eventually(async () => {
    const answer = await fetch(`${service.url}/readyz`).catch(() => undefined);
    if (!answer?.ok) throw new Error(`${name} is not ready:\n${service.log().slice(-2_000)}`);
  }, 40_000);
  return service;
}

/** For a service that may not become ready, or a command that a spec watches. */
export async function startProcess(
  name: string,
  env: Record<string, string>,
  words: string[] = [],
): Promise<ServiceProcess> {
  const dir = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  const logFile = join(dir, `${name}.log`);
  const port = await freePort();
  const child = await startChild(process.execPath, [mainOf(name), ...words], {
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      ...env,
    },
    logFile,
    deathSignal: 'SIGKILL',
  });
  const end = async (signal: NodeJS.Signals, graceMs?: number): Promise<void> => {
    await stopChild(child, signal, graceMs);
    rmSync(dir, { recursive: true, force: true });
  };
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => readFileSync(logFile, 'utf8'),
    kill: () => end('SIGKILL'),
    stop: async (graceMs) => {
      await end('SIGTERM', graceMs);
      return child.exitCode === 0;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

interface EndedCommand {
  status: number | null;
  stdout: string;
  stderr: string;
}

export function runCommand(name: string, words: string[], env: Record<string, string>): EndedCommand {
  const { status, stdout, stderr } = spawnSync(process.execPath, [mainOf(name), ...words], optionsOf(env));
  return { status, stdout, stderr };
}

/** For a command that calls services of this process, which `runCommand` would block. */
export function runCommandBeside(name: string, words: string[], env: Record<string, string>): Promise<EndedCommand> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [mainOf(name), ...words], optionsOf(env), (_, stdout, stderr) => {
      resolve({ status: child.exitCode, stdout, stderr });
    });
  });
}

function optionsOf(env: Record<string, string>) {
  const inherited = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
  return { cwd: root, env: { ...inherited, ...env }, encoding: 'utf8', timeout: 60_000 } as const;
}
