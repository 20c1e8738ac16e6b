import { testRun } from './test-run.ts';

/** The message by which jest ends a worker (CHILD_MESSAGE_END of jest-worker). */
const END = 2;

/**
 * Does this after the last spec of this process: of a worker, or of jest itself when it needs no workers. A worker that jest
 * kills, because it has grown or because a spec hangs, does nothing more; its child processes die with it.
 */
export function afterLastSpec(work: () => Promise<void>): void {
  testRun.endings ??= [];
  testRun.endings.push(work);
  if (testRun.endings.length === 1 && process.send) listenToJest();
}

/** The global tear-down calls it in jest's own process. */
export async function endThisProcess(): Promise<void> {
  for (const work of testRun.endings?.splice(0) ?? []) await work();
}

function listenToJest(): void {
  const onMessage = (message: unknown): void => {
    if (!Array.isArray(message) || message[0] !== END) return;
    // Listeners keep a worker running.
    process.off('message', onMessage).off('disconnect', onDisconnect);
    // A worker that fails now would be started again.
    endThisProcess().catch(console.error);
  };
  // Jest was killed. What runs here would otherwise outlive it.
  const onDisconnect = (): void => process.exit();
  process.on('message', onMessage).on('disconnect', onDisconnect);
}
