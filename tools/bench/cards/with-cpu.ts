import { cpuSeconds } from '../process-usage.ts';
import type { Outcome } from './closed-loop.ts';

export interface Measured extends Outcome {
  /** The CPU of all these processes together, in milliseconds for a read. */
  cpuMs: number;
  byProcess: Record<string, number>;
}

/** Counts the CPU of these processes during a load. Other load on the machine hardly changes it. */
export async function withCpu(pids: Record<string, number>, load: () => Promise<Outcome>): Promise<Measured> {
  const used = (): [string, number][] => Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)]);
  const before = new Map(used());
  const outcome = await load();
  const byProcess = Object.fromEntries(
    used().map(([name, after]) => [name, ((after - (before.get(name) ?? 0)) * 1_000) / outcome.count]),
  );
  return { ...outcome, byProcess, cpuMs: Object.values(byProcess).reduce((sum, each) => sum + each, 0) };
}
