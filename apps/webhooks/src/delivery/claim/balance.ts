import type { Load } from '../../wakes/wakes.service.js';

/** Senders that hear of each other tell their load every second. One that is silent for longer than this no longer counts. */
const staleMs = 2_500;
const [leastStep, mostStep] = [4, 32];

/**
 * Shares webhooks evenly among senders, by what each has told the others. A sender claims a step beyond the average and
 * then lets the others catch up.
 */
export class Balance {
  private readonly others = new Map<string, Load & { heardAt: number }>();

  hear(load: Load, now: number): void {
    this.others.set(load.sender, { ...load, heardAt: now });
  }

  allowance(held: number, now: number): number {
    const average = this.averageWith(held, now);
    return average === undefined ? Infinity : Math.max(0, Math.floor(average) + stepOf(average) - held);
  }

  surplus(held: number, now: number): number {
    const average = this.averageWith(held, now) ?? Infinity;
    return held > average + stepOf(average) ? held - Math.ceil(average) : 0;
  }

  /** The step of a sender that claims although it is ahead, because the others do not. */
  step(held: number, now: number): number {
    return stepOf(this.averageWith(held, now) ?? Infinity);
  }

  /** The average of all senders that could take more; undefined without another one. */
  private averageWith(held: number, now: number): number | undefined {
    for (const [sender, { heardAt }] of this.others) if (now - heardAt > staleMs) this.others.delete(sender);
    const open = [...this.others.values()].filter(({ full }) => !full);
    if (open.length === 0) return undefined;
    return open.reduce((sum, load) => sum + load.held, held) / (open.length + 1);
  }
}

function stepOf(average: number): number {
  return Math.min(mostStep, Math.max(leastStep, Math.ceil(average / 4)));
}
