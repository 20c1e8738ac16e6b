const usesOfOne = 25;

/** Objects of one kind, for operations that use them up and for all others. */
export class Shelf<T> {
  readonly #make: () => Promise<T>;
  #kept: Promise<T> | undefined;
  #uses = 0;
  #spent: Promise<T> | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** No other request gets this object. */
  fresh(): Promise<T> {
    return this.#make();
  }

  /**
   * A shared object for requests that do not change it. A disturbed request may remove it (its method may become
   * DELETE), so it is replaced after some uses.
   */
  any(): Promise<T> {
    this.#uses += 1;
    if (this.#uses % usesOfOne === 0) this.#kept = undefined;
    this.#kept ??= this.#make().catch((error: unknown) => {
      this.#kept = undefined;
      throw error;
    });
    return this.#kept;
  }

  /** One shared object for requests that need not succeed. */
  spent(): Promise<T> {
    this.#spent ??= this.#make().catch((error: unknown) => {
      this.#spent = undefined;
      throw error;
    });
    return this.#spent;
  }
}
