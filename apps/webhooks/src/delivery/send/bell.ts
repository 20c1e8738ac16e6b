import { setTimeout as sleep } from 'node:timers/promises';

export class Bell {
  private wakeUp: (() => void) | undefined;

  /** True if the bell rang since the courier last looked. */
  rung = false;

  ring(): void {
    this.rung = true;
    this.wakeUp?.();
  }

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
