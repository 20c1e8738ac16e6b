/**
 * Lets `width` pieces of work run at once. The others wait in a line; `refuse` makes the error when the line is full, and for
 * work whose turn comes only after `patienceMs`, because its caller has gone.
 */
export class Gate {
  private readonly line: (() => void)[] = [];
  private inside = 0;

  constructor(
    private readonly width: number,
    private readonly length = Number.POSITIVE_INFINITY,
    private readonly refuse: () => Error = () => new Error('too many are waiting'),
    private readonly patienceMs = Number.POSITIVE_INFINITY,
  ) {}

  /** True if no work is inside or waits. */
  get empty(): boolean {
    return this.inside === 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.inside < this.width) {
      this.inside += 1;
      return;
    }
    if (this.line.length >= this.length) throw this.refuse();
    const since = performance.now();
    await new Promise<void>((resolve) => this.line.push(resolve));
    if (performance.now() - since <= this.patienceMs) return;
    this.leave();
    throw this.refuse();
  }

  /** Gives the place to the next in line, so that work which arrives in between cannot take it. */
  private leave(): void {
    const next = this.line.shift();
    if (next) next();
    else this.inside -= 1;
  }
}
