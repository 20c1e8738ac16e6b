import { lastLines, startChild, waitForExit } from './child-process.ts';

export interface Command {
  what: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  signal: AbortSignal;
}

/** Runs a Node script to its end. A failure shows the script's last lines. */
export async function runNode({ what, args, cwd, env, logFile, signal }: Command): Promise<void> {
  signal.throwIfAborted();
  const child = await startChild(process.execPath, args, { cwd, env, logFile, deathSignal: 'SIGKILL' });
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM'); // the whole group, because a build has children
  };
  signal.addEventListener('abort', end);
  await waitForExit(child);
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  if (child.exitCode !== 0) throw new Error(`${what} failed (${logFile}):\n${lastLines(logFile, 40)}`);
}
