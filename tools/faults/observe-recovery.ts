import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure, type Ledger } from './record-attempts.ts';

export interface Recovery {
  fault: string;
  at: number;
  until: number;
  failures: number;
  /** The longest stretch without any 202. */
  silenceMs: number;
  /** The time from the fault to the last failure; 0 if there was none. */
  lastFailureMs: number;
  longestWaitMs: number;
}

const CALM_MS = 1_200;
const PATIENCE_MS = 90_000;

/** Waits until every killed part is back and no request has failed for a while. */
export async function observeRecovery(
  ledger: Ledger,
  fault: string,
  at: number,
  isBack: () => boolean,
): Promise<Recovery> {
  for (;;) {
    await sleep(100);
    const until = Date.now();
    const attempts = ledger.endedSince(at);
    const failures = attempts.filter(isFailure);
    const accepted = attempts.filter((each) => !isFailure(each)).map((each) => each.ended);
    const lastFailureMs = (failures.at(-1)?.ended ?? at) - at;
    const calm = until - at - lastFailureMs >= CALM_MS && until - (accepted.at(-1) ?? at) < CALM_MS / 2;
    if (isBack() && calm) {
      const silenceMs = longestGap([at, ...accepted]);
      const longestWaitMs = Math.max(0, ...attempts.map(({ begun, ended }) => ended - begun));
      return { fault, at, until, failures: failures.length, silenceMs, lastFailureMs, longestWaitMs };
    }
    if (until - at > PATIENCE_MS) throw new Error(`after the fault "${fault}" events are not accepted again`);
  }
}

function longestGap(times: readonly number[]): number {
  return Math.max(0, ...times.map((time, i) => time - (times[i - 1] ?? time)));
}

export function describeRecovery({ fault, failures, silenceMs, lastFailureMs, longestWaitMs }: Recovery): string {
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  const failed =
    failures === 0 ? 'nothing failed' : `${failures} attempts failed, the last after ${seconds(lastFailureMs)}`;
  return `${fault}: ${failed}; nothing accepted for ${seconds(silenceMs)}, longest wait ${seconds(longestWaitMs)}`;
}
