// Child processes of the local stack and of the tests. They die with their parent, and they can be stopped.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ChildOptions {
  logFile: string;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number | undefined;
  gid?: number | undefined;
  /** The signal that the kernel sends the child when its parent dies (on Linux with util-linux). */
  deathSignal: 'SIGINT' | 'SIGTERM' | 'SIGKILL';
  /** A command that runs the command, such as `unshare`. */
  wrapper?: readonly string[];
}

/** `process` ends when the server does. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/**
 * Starts a command in a session of its own, so that Ctrl-C reaches only the launcher, which decides on the order. Each
 * wrapper replaces itself, so the PID is that of the command.
 */
export async function startChild(
  command: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<ChildProcess> {
  const death = hasParentDeathSignal() ? ['setpriv', '--pdeathsig', options.deathSignal] : [];
  // setpriv comes last, because unshare changes the credentials, which clears the signal.
  const [file = command, ...rest] = [...(options.wrapper ?? []), ...death, command, ...args];
  const log = openSync(options.logFile, 'a');
  try {
    const child = spawn(file, rest, {
      cwd: options.cwd ?? '/',
      env: options.env ?? process.env,
      stdio: ['ignore', log, log],
      detached: true,
      ...(options.uid === undefined ? {} : { uid: options.uid }),
      ...(options.gid === undefined ? {} : { gid: options.gid }),
    });
    await once(child, 'spawn');
    return child;
  } finally {
    closeSync(log);
  }
}

export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export async function waitForExit(child: ChildProcess): Promise<void> {
  if (!hasExited(child)) await once(child, 'exit');
}

/** Kills the child if it does not end in time. */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals, graceMs = 15_000): Promise<void> {
  if (hasExited(child)) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  child.kill(signal);
  await waitForExit(child);
  clearTimeout(timer);
}

/** Ends a process of an earlier run. Its command line must contain `mark`, because PIDs are used again. */
export async function stopLeftover(pid: number, mark: string, signal: NodeJS.Signals): Promise<void> {
  for (let waited = 0; commandLine(pid).includes(mark); waited += 20) {
    if (waited === 0) process.kill(pid, signal);
    if (waited === 10_000) process.kill(pid, 'SIGKILL');
    if (waited > 20_000) throw new Error(`process ${pid} of an earlier run does not end; kill it yourself`);
    await sleep(20);
  }
}

/** The command line of a process; empty for a zombie and for an unknown PID. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

/** The id of a process and when it began, because ids come again. Undefined for a zombie and for an unknown PID. */
export function lifeOf(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const begun = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
    return begun === '' ? undefined : `${pid} ${begun}`;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold anything. The state is the first field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${pid} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

export function lastLines(file: string, count = 15): string {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}

let parentDeathSignal: boolean | undefined;
function hasParentDeathSignal(): boolean {
  parentDeathSignal ??=
    process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'SIGTERM', 'true']).status === 0;
  return parentDeathSignal;
}
