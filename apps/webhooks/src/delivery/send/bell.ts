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

  /** Waits for the next ring or wake, however long it takes. */
  async next(): Promise<void> {
    if (this.rung) return;
    await new Promise<void>((resolve) => (this.wakeUp = resolve));
    this.wakeUp = undefined;
  }

  async wait(ms: number): Promise<void> {
    const timer = setTimeout(() => this.wakeUp?.(), ms);
    await this.next();
    clearTimeout(timer);
  }
}
