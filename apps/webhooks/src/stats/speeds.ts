/** Durations are counted in classes, each about twice as long as the one before. */
export const speedBoundsMs: readonly number[] = [
  5, 10, 20, 40, 75, 150, 300, 600, 1_200, 2_500, 5_000, 10_000, 15_000, 60_000,
];

/** About the duration that this share of the attempts did not exceed. `counts` has the attempts of each class. */
export function quantileMs(counts: readonly number[], share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let left = total * share;
  for (const [speed, count] of counts.entries()) {
    if (left > count || count === 0) {
      left -= count;
      continue;
    }
    const [from, to] = boundsOf(speed);
    return Math.round(from + ((to - from) * left) / count);
  }
  return 0;
}

function boundsOf(speed: number): [number, number] {
  const longest = speedBoundsMs.at(-1) ?? 0;
  return [speed === 0 ? 0 : (speedBoundsMs[speed - 1] ?? longest), speedBoundsMs[speed] ?? longest];
}
