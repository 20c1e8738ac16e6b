import type { ProbeResult, ProbeStep } from '../probe-result.js';

/** Takes the steps of a run one after the other, each within the time limit. */
export class Steps {
  private readonly taken: ProbeResult['steps'] = [];
  private failed: ProbeStep | null = null;

  constructor(private readonly limitSeconds: number) {}

  get limitMs(): number {
    return this.limitSeconds * 1_000;
  }

  get result(): ProbeResult {
    return { failed: this.failed, steps: this.taken };
  }

  async take<T>(step: ProbeStep, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const begun = performance.now();
    const signal = AbortSignal.timeout(this.limitMs);
    try {
      return await work(signal);
    } catch (error) {
      this.failed = step;
      throw signal.aborted ? new Error(`not done within ${this.limitSeconds} s`, { cause: error }) : error;
    } finally {
      this.taken.push({ step, ms: Math.round(performance.now() - begun) });
    }
  }
}
