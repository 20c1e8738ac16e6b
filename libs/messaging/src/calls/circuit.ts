/** The circuit opens after this many calls in a row without a responder. A restart under few calls never opens it. */
const missesToOpen = 10;
/** Misses count as one row only if the last one is not older than this. */
const memoryMs = 1_000;
/** An open circuit lets one probe through in this time. It is short, so that a service that is back soon gets calls. */
const pauseMs = 200;

/**
 * The circuit of one command. While no replica answers it, most calls are refused here, so that many callers who try
 * again leave the machine to the service that starts.
 */
export class Circuit {
  private misses = 0;
  private missedAt = Number.NEGATIVE_INFINITY;
  private probeAt = Number.NEGATIVE_INFINITY;

  get open(): boolean {
    return this.isTripped() && performance.now() < this.probeAt;
  }

  /** Returns whether this call may be sent. While the circuit is open, that call is the probe. */
  admit(): boolean {
    if (!this.isTripped()) return true;
    if (this.open) return false;
    this.probeAt = performance.now() + pauseMs;
    return true;
  }

  answered(): void {
    this.misses = 0;
  }

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
