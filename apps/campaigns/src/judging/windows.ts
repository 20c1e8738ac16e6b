import type { Cap } from '@ces/contracts/campaign-administration';
import { localDay } from '../conditions/moments.js';

const dayMs = 86_400_000;
/** Longer than any fact is on its way: a counter is needed until the last event of its window has come. */
const graceMs = 40 * dayMs;

/** What a cap counts in: the name of the window that a moment falls into, and when nobody asks for it any more. */
export interface CountedWindow {
  what: string;
  forgetAt: number | null;
}

/**
 * Calendar windows are named by their first local date. No offset is ever added or taken, so that a day of 23 or 25 hours
 * is a day like any other. Caps that differ only in their `max` count together.
 */
export function windowOf({ window }: Cap, at: number): CountedWindow {
  if (window.type === 'total') return { what: 'total', forgetAt: null };
  if (window.type === 'rolling') return { what: 'rolling', forgetAt: null };
  const { unit = 'day', timezone = 'UTC' } = window;
  const first = firstDay(localDay(at, timezone), unit);
  const name = new Date(first).toISOString().slice(0, 10);
  return { what: `${unit} ${name} ${timezone}`, forgetAt: first + lengthMs[unit] + graceMs };
}

/** At the most. */
const lengthMs = { day: 2 * dayMs, week: 8 * dayMs, month: 32 * dayMs, year: 367 * dayMs };

function firstDay(day: number, unit: 'day' | 'week' | 'month' | 'year'): number {
  const date = new Date(day);
  if (unit === 'day') return day;
  if (unit === 'week') return day - ((date.getUTCDay() + 6) % 7) * dayMs;
  return Date.UTC(date.getUTCFullYear(), unit === 'month' ? date.getUTCMonth() : 0, 1);
}
