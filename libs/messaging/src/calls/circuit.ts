/** So many calls in a row without a responder open the circuit: a restart under few calls never does. */
const missesToOpen = 10;
/** Misses count as one row only if the last one is not older than this. */
const memoryMs = 1_000;
/** While the circuit is open, one call in this time is a probe. It is short, so that a service that is back gets its calls. */
const pauseMs = 200;

/**
 * Calls of one command. While nobody answers them, most are refused here, so that a flood of callers who try again leaves
 * the machine to the service that starts.
 */
export class Circuit {
  private misses = 0;
  private missedAt = Number.NEGATIVE_INFINITY;
  private probeAt = Number.NEGATIVE_INFINITY;

  /** True while calls are refused without being sent. */
  get open(): boolean {
    return this.isTripped() && performance.now() < this.probeAt;
  }

  /** Returns whether this call may be sent. With an open circuit it is the probe. */
  admit(): boolean {
    if (!this.isTripped()) return true;
    if (this.open) return false;
    this.probeAt = performance.now() + pauseMs;
    return true;
  }

  /** A replica has answered. */
  answered(): void {
    this.misses = 0;
  }

  /** NATS knows nobody who answers. */
  missed(): void {
    const now = performance.now();
    this.misses = now - this.missedAt > memoryMs ? 1 : this.misses + 1;
    this.missedAt = now;
    if (this.misses >= missesToOpen) this.probeAt = now + pauseMs;
  }

  private isTripped(): boolean {
    return this.misses >= missesToOpen && performance.now() - this.missedAt <= memoryMs;
  }
}
