/** Numbers from 0 to below 1 (mulberry32). The same seed gives the same numbers, so that a failed run can be repeated. */
export function seedRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffle<T>(list: readonly T[], random: () => number): T[] {
  const keyed = list.map((each) => [random(), each] as const);
  return keyed.sort(([a], [b]) => a - b).map(([, each]) => each);
}
