import type { Span } from '@ces/contracts/facts/reconciliation';

const hourMs = 3_600_000;
/** Facts of an hour that has just ended may not be committed yet. */
const lateCommitMs = 10 * 60_000;
/** Outboxes and NATS keep facts for 24 hours. One hour less makes sure that the oldest hour is complete everywhere. */
const rememberedMs = 23 * hourMs;

/** The hours that can be compared now, the oldest first. */
export function closedHours(now: number): Span[] {
  const hours: Span[] = [];
  for (
    let from = Math.ceil((now - rememberedMs) / hourMs) * hourMs;
    from + hourMs <= now - lateCommitMs;
    from += hourMs
  )
    hours.push({ from, until: from + hourMs });
  return hours;
}

/** The name of an hour: `2026-11-23T04:00Z`. */
export function nameOf({ from }: Span): string {
  return `${new Date(from).toISOString().slice(0, 13)}:00Z`;
}
