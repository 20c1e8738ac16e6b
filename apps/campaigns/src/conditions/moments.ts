import { LRUCache } from 'lru-cache';
import { ConditionFault } from './faults.js';

const rfc3339 = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Parses a moment. Moments and durations are milliseconds. */
export function momentOf(text: string): number {
  const [, date = ''] = rfc3339.exec(text) ?? [];
  const moment = date === '' ? Number.NaN : Date.parse(text);
  if (Number.isNaN(moment) || !isDate(date)) throw new ConditionFault('this is not an RFC 3339 timestamp');
  return moment;
}

/** `Date.parse` takes 30 February for 2 March. */
function isDate(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}

const unitsMs: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** Accepts texts such as `1h30m`, `-90s` and `1.5h`. */
export function durationOf(text: string): number {
  const [, sign, amounts] = /^(-?)((?:\d{1,9}(?:\.\d{1,9})?(?:h|ms|m|s))+)$/.exec(text.slice(0, 100)) ?? [];
  if (amounts === undefined) throw new ConditionFault('this is not a duration such as 1h30m');
  let total = 0;
  for (const [, amount, unit = ''] of amounts.matchAll(/([\d.]+)(h|ms|m|s)/g))
    total += Number(amount) * (unitsMs[unit] ?? 0);
  return sign === '-' ? -total : total;
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;

/** The key is the zone as it is spelled, because Intl accepts any case and any offset. One evaluation can pay for 50 zones. */
const formats = new LRUCache<string, Intl.DateTimeFormat | 'none'>({ max: 500 });
const longestName = 64;

export function isTimeZone(zone: string): boolean {
  return formatOf(zone) !== 'none';
}

function localParts(moment: number, zone: string): Parts {
  if (!(Math.abs(moment) <= 8.64e15)) throw new ConditionFault('this is not a moment');
  const format = formatOf(zone);
  if (format === 'none') throw new ConditionFault('there is no such time zone');
  const parts: Partial<Parts> = {};
  for (const { type, value } of format.formatToParts(moment)) {
    if (type in unused) continue;
    parts[type as keyof Parts] = Number(value);
  }
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

const unused = { literal: 0, era: 0 };

function formatOf(zone: string): Intl.DateTimeFormat | 'none' {
  if (zone.length > longestName) return 'none';
  let format = formats.get(zone);
  if (!format) {
    format = makeFormat(zone);
    formats.set(zone, format);
  }
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | 'none' {
  try {
    return new Intl.DateTimeFormat('en-GB-u-ca-iso8601-hc-h23', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return 'none';
  }
}

const dayMs = 86_400_000;

type Getter = (moment: number, zone: string) => number;

/** CEL's getters. Months and days of the week and of the year count from 0. */
export const getters: Record<string, Getter> = {
  getFullYear: (moment, zone) => localParts(moment, zone).year,
  getMonth: (moment, zone) => localParts(moment, zone).month - 1,
  getDate: (moment, zone) => localParts(moment, zone).day,
  getDayOfMonth: (moment, zone) => localParts(moment, zone).day - 1,
  getDayOfWeek: (moment, zone) => new Date(localDay(moment, zone)).getUTCDay(),
  getDayOfYear: (moment, zone) => {
    const day = localDay(moment, zone);
    return (day - Date.UTC(new Date(day).getUTCFullYear(), 0, 1)) / dayMs;
  },
  getHours: (moment, zone) => localParts(moment, zone).hour,
  getMinutes: (moment, zone) => localParts(moment, zone).minute,
  getSeconds: (moment, zone) => localParts(moment, zone).second,
};

/** The local date, as the moment at which it begins in UTC. Such dates can be counted without regard to daylight saving. */
export function localDay(moment: number, zone: string): number {
  const { year, month, day } = localParts(moment, zone);
  return Date.UTC(year, month - 1, day);
}
