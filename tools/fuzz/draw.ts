import fc from 'fast-check';

/** The same seed draws the same values. */
export class Draw {
  #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  from<T>(arbitrary: fc.Arbitrary<T>): T {
    // Neighbouring seeds must not draw alike.
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    const [value] = fc.sample(arbitrary, { seed: this.#seed, numRuns: 1 });
    return value as T;
  }

  oneOf<T>(values: readonly T[]): T {
    return this.from(fc.constantFrom(...values));
  }

  chance(): number {
    return this.from(fc.nat(999_999)) / 1_000_000;
  }
}
