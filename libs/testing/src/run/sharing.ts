import { readFileSync } from 'node:fs';
import { testRun } from './test-run.ts';

/** The message by which jest ends a worker (CHILD_MESSAGE_END of jest-worker). */
const END = 2;

/** True for a spec that takes what its worker shares, as by `Platform.shared()`. */
export function shares(specFile: string): boolean {
  return readFileSync(specFile, 'utf8').includes('.shared()');
}

/**
 * Does this before the next spec of this process that shares nothing, or after the last one. The process is a worker, or jest
 * itself when it needs no workers. A worker that jest kills, because it has grown or because a spec hangs, does nothing more;
 * its child processes die with it.
 */
export function whenSharingEnds(work: () => Promise<void>): void {
  if (testRun.endings === undefined && process.send) listenToJest();
  testRun.endings ??= [];
  testRun.endings.push(work);
}

/** The global tear-down calls it in jest's own process. */
export async function endSharing(): Promise<void> {
  for (const work of testRun.endings?.splice(0) ?? []) await work();
}

function listenToJest(): void {
  const onMessage = (message: unknown): void => {
    if (!Array.isArray(message) || message[0] !== END) return;
    // Listeners keep a worker running.
    process.off('message', onMessage).off('disconnect', onDisconnect);
    // A worker that fails now would be started again.
    endSharing().catch(console.error);
  };
  // Jest was killed. What runs here would otherwise outlive it.
  const onDisconnect = (): void => process.exit();
  process.on('message', onMessage).on('disconnect', onDisconnect);
}
