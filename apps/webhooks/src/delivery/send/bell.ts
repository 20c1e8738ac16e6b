import { setTimeout as sleep } from 'node:timers/promises';

/** Somebody waits here for news, for a while. */
export class Bell {
  private wakeUp: (() => void) | undefined;

  /** Whether there were news that nobody has looked for yet. */
  rung = false;

  ring(): void {
    this.rung = true;
    this.wakeUp?.();
  }

  /** Whoever waits goes on, without news. */
  wake(): void {
    this.wakeUp?.();
  }

  async wait(ms: number): Promise<void> {
    if (this.rung) return;
    const timer = new AbortController();
    await Promise.race([
      new Promise<void>((resolve) => (this.wakeUp = resolve)),
      sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    this.wakeUp = undefined;
    timer.abort();
  }
}
