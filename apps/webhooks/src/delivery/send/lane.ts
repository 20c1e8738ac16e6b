export const allLanes = ['fast', 'new', 'slow'] as const;
/** `new`: nothing was sent to the receiver yet, so its speed is unknown. */
export type Lane = (typeof allLanes)[number];

/** A receiver that takes this long or longer belongs to the slow lane. */
export const slowMs = 1_000;

export function laneOf(lastMs: number | null): Lane {
  if (lastMs === null) return 'new';
  return lastMs >= slowMs ? 'slow' : 'fast';
}
