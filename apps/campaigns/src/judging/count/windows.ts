import type { Cap } from '@ces/contracts/campaigns/campaign-administration';
import { localDay } from '../../conditions/moments.js';

const dayMs = 86_400_000;
/** No fact is on its way for longer. For a later fact the counter is gone, and its grants are counted again. */
const graceMs = 40 * dayMs;

/** From `forgetAt` on, no event needs the counter of this window. */
interface NamedWindow {
  what: string;
  forgetAt: number | null;
}

/** `until` is the first moment after the span. */
export interface Span {
  from: number;
  until: number;
}

export const always: Span = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

type Unit = 'day' | 'week' | 'month' | 'year';

/**
 * Names a calendar window by its first local date. Time zone offsets are not used, so that days of 23 or 25 hours are
 * ordinary days. Caps that differ only in `max` share a window.
 */
export function windowNameAt(window: Cap['window'], at: number): NamedWindow {
  if (window.type === 'total') return { what: 'total', forgetAt: null };
  if (window.type === 'rolling') return { what: 'rolling', forgetAt: null };
  const { unit = 'day', timezone = 'UTC' } = window;
  const first = firstDay(localDay(at, timezone), unit);
  const name = new Date(first).toISOString().slice(0, 10);
  return { what: `${unit} ${name} ${timezone}`, forgetAt: dayAfter(first, unit) + graceMs };
}

export function spanOf({ type, unit = 'day', timezone = 'UTC' }: Cap['window'], at: number): Span {
  if (type !== 'calendar') return always;
  const first = firstDay(localDay(at, timezone), unit);
  return { from: beginOf(first, timezone), until: beginOf(dayAfter(first, unit), timezone) };
}

function firstDay(day: number, unit: Unit): number {
  const date = new Date(day);
  if (unit === 'day') return day;
  if (unit === 'week') return day - ((date.getUTCDay() + 6) % 7) * dayMs;
  return Date.UTC(date.getUTCFullYear(), unit === 'month' ? date.getUTCMonth() : 0, 1);
}

/** The first day of the next window. */
function dayAfter(first: number, unit: Unit): number {
  const date = new Date(first);
  if (unit === 'day' || unit === 'week') return first + (unit === 'day' ? 1 : 7) * dayMs;
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return Date.UTC(date.getUTCFullYear() + 1, 0, 1);
}

/** The first moment whose local date is this day or a later one. A binary search finds it, because local dates never go back. */
function beginOf(day: number, timezone: string): number {
  let [before, after] = [day - 2 * dayMs, day + 2 * dayMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localDay(middle, timezone) < day) before = middle;
    else after = middle;
  }
  return after;
}
