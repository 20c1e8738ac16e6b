import type { Clock } from '../../clock/clock.service.js';

/** Moments more than an hour ahead are left to the regular looks. */
const longestMs = 3_600_000;
/** Moments this close to each other share a ring. */
const stepMs = 50;

/** Rings at each of its moments. */
export class Alarm {
  private readonly moments = new Set<number>();
  private next = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
  ) {}

  set(moment: Date): void {
    const inMs = Math.max(0, moment.getTime() - this.clock.now()) + 5;
    if (inMs > longestMs || this.stopped) return;
    const at = Math.ceil((Date.now() + inMs) / stepMs) * stepMs;
    this.moments.add(at);
    if (at < this.next) this.wait(at);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private wait(until: number): void {
    clearTimeout(this.timer);
    this.next = until;
    if (until < Infinity)
      this.timer = setTimeout(() => {
        this.goOff();
      }, until - Date.now());
  }

  private goOff(): void {
    // A timer may go off a little early.
    const due = Math.max(this.next, Date.now());
    let next = Infinity;
    for (const at of this.moments) {
      if (at <= due) this.moments.delete(at);
      else next = Math.min(next, at);
    }
    this.wait(next);
    this.ring();
  }
}
