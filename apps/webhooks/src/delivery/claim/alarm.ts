import type { Clock } from '../../clock/clock.service.js';

const longestMs = 3_600_000;

/** Rings at the earliest of its moments. Moments more than an hour ahead are left to the regular looks. */
export class Alarm {
  private at = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
  ) {}

  set(moment: Date): void {
    const inMs = Math.max(0, moment.getTime() - this.clock.now()) + 5;
    const at = Date.now() + inMs;
    if (at >= this.at || inMs > longestMs || this.stopped) return;
    clearTimeout(this.timer);
    this.at = at;
    this.timer = setTimeout(() => {
      this.at = Infinity;
      this.ring();
    }, inMs);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }
}
