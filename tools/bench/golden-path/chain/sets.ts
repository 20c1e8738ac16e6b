/** The most events of a delivery. */
const most = 100;

/** One set is under way at a time, in order. What arrives meanwhile is the next set; no timer gathers. An item has a number of facts. */
export class Sets<Item> {
  readonly #handle: (set: Item[]) => Promise<void>;
  readonly #factsOf: (item: Item) => number;
  #waiting: Item[] = [];
  #busy = false;

  constructor(handle: (set: Item[]) => Promise<void>, factsOf: (item: Item) => number = () => 1) {
    this.#handle = handle;
    this.#factsOf = factsOf;
  }

  add(item: Item): void {
    this.#waiting.push(item);
    if (!this.#busy) void this.#run();
  }

  /** A failure ends the process, and `Chain` notices. */
  async #run(): Promise<void> {
    this.#busy = true;
    await Promise.resolve(); // one read of a socket may hold more
    while (this.#waiting.length > 0) await this.#handle(this.#next());
    this.#busy = false;
  }

  #next(): Item[] {
    let facts = 0;
    const end = this.#waiting.findIndex((item, place) => {
      facts += this.#factsOf(item);
      return place > 0 && facts > most;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }
}
