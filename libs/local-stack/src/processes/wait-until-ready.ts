import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines } from './child-process.ts';
import type { SupervisedPart } from './supervise.ts';

export interface Awaited {
  part: SupervisedPart;
  url: string;
  logFile: string;
}

const READY_MS = 120_000;
/** A part may end once because another part is still starting. */
const TOO_MANY_EXITS = 3;

/** Resolves when every `/readyz` answers 200. Rejects as soon as one part keeps ending or takes too long. */
export async function waitUntilReady(all: readonly Awaited[], signal: AbortSignal): Promise<void> {
  const hopeless = new AbortController();
  try {
    await Promise.all(all.map((one) => becomesReady(one, AbortSignal.any([signal, hopeless.signal]))));
  } finally {
    hopeless.abort();
  }
}

async function becomesReady({ part, url, logFile }: Awaited, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (!(await isReady(url))) {
    signal.throwIfAborted();
    const fault = part.exits() >= TOO_MANY_EXITS ? 'keeps ending' : Date.now() > deadline ? 'does not get ready' : '';
    if (fault) throw new Error(`${part.name} ${fault}; its last log lines (${logFile}):\n${lastLines(logFile)}`);
    await sleep(100);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
