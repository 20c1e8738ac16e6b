import { cpuSeconds, machineCpuSeconds, memoryOf, type Memory } from '../process-usage.ts';
import type { Worker } from '../worker.ts';
import type { Load, Outcome } from './load.ts';

export interface Side {
  name: 'ceiling' | 'product';
  load: Omit<Load, 'connections' | 'seconds' | 'rate'>;
  processes: Record<string, number>;
  awaitDeferred: () => Promise<{ unpublished: number; seconds: number }>;
}

export interface Measured {
  outcome: Outcome;
  /** As a share of one core, while the load lasted. */
  cores: Record<string, number>;
  /** Cores that other processes of the machine used. The higher this is, the less the figures mean. */
  othersCores: number;
  /** CPU seconds for 1,000 events, until all deferred work was done. */
  cpuPer1000: Record<string, number>;
  memory: Record<string, Memory>;
  relay: { unpublished: number; seconds: number };
}

export class Bench {
  private readonly generator: Worker<Load, Outcome>;
  /** `accepted` are the 202s of a side; `uncertain` may have been taken in without an answer. */
  readonly accepted = { ceiling: 0, product: 0 };
  readonly uncertain = { ceiling: 0, product: 0 };

  constructor(generator: Worker<Load, Outcome>) {
    this.generator = generator;
  }

  async measure(side: Side, load: Pick<Load, 'connections' | 'seconds' | 'rate'>): Promise<Measured> {
    const processes = { ...side.processes, generator: this.generator.pid };
    const before = each(processes, cpuSeconds);
    const machineBefore = machineCpuSeconds();
    const begun = performance.now();
    const outcome = await this.generator.ask({ ...side.load, ...load });
    const deferred = side.awaitDeferred(); // begins at once, because the deferred work shrinks meanwhile
    const seconds = (performance.now() - begun) / 1_000;
    const machine = machineCpuSeconds() - machineBefore;
    const cores = mapBoth(before, each(processes, cpuSeconds), (from, to) => (to - from) / seconds);
    const relay = await deferred;
    const after = each(processes, cpuSeconds);
    const accepted = outcome.statuses['202'] ?? 0;
    this.accepted[side.name] += accepted;
    this.uncertain[side.name] += outcome.unanswered;
    return {
      outcome,
      relay,
      memory: each(processes, memoryOf),
      cores,
      othersCores: machine / seconds - Object.values(cores).reduce((a, b) => a + b, 0),
      cpuPer1000: mapBoth(before, after, (from, to) => ((to - from) * 1_000) / Math.max(1, accepted)),
    };
  }
}

function each<T>(processes: Record<string, number>, read: (pid: number) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, read(pid)]));
}

function mapBoth(
  before: Record<string, number>,
  after: Record<string, number>,
  map: (before: number, after: number) => number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, map(before[name] ?? 0, value)]));
}
