/** The same limit as of the ceiling of ingest. */
const most = 128;

/** One set is under way at a time, in order. What arrives meanwhile is the next set; no timer gathers. */
export class Sets<Item> {
  readonly #handle: (set: Item[]) => Promise<void>;
  #waiting: Item[] = [];
  #busy = false;

  constructor(handle: (set: Item[]) => Promise<void>) {
    this.#handle = handle;
  }

  add(item: Item): void {
    this.#waiting.push(item);
    if (!this.#busy) void this.#run();
  }

  /** A failure ends the process, and with it the bench. */
  async #run(): Promise<void> {
    this.#busy = true;
    await Promise.resolve(); // one read of a socket may hold more
    while (this.#waiting.length > 0) await this.#handle(this.#waiting.splice(0, most));
    this.#busy = false;
  }
}
