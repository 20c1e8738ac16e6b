export const allPaces = ['fast', 'new', 'slow'] as const;
/** `new`: nothing was sent to the receiver yet, so its speed is unknown. */
export type Pace = (typeof allPaces)[number];

/** A receiver that takes this long or longer counts as slow. */
export const slowMs = 1_000;

export function paceOf(lastMs: number | null): Pace {
  if (lastMs === null) return 'new';
  return lastMs >= slowMs ? 'slow' : 'fast';
}
