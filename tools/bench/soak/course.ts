import { amount } from '../all/performance-page.ts';
import { median } from '../median.ts';

/** One figure over a whole run. */
export interface Course {
  name: string;
  unit: string;
  values: number[];
  /** Compares the last third with the middle one; the first one is a start that may grow. */
  verdict: string;
}

interface Kind {
  unit: string;
  /** A flat course may change by this share of the middle third, or by so much. */
  share: number;
  least: number;
}

const kinds: Record<string, Kind> = {
  memory: { unit: 'MB', share: 0.02, least: 5 },
  sessions: { unit: '', share: 0.1, least: 5 },
  descriptors: { unit: '', share: 0.02, least: 5 },
  bytes: { unit: 'MB', share: 0.02, least: 1 },
  'dead rows': { unit: '', share: 0.5, least: 5_000 },
  lag: { unit: 's', share: 0.3, least: 0.5 },
  latency: { unit: 'ms', share: 0.3, least: 20 },
};

/** The name begins with its kind: `memory of events`. */
export function courseOf(name: string, values: number[], secondsBetween: number): Course {
  const found = Object.entries(kinds).find(([kind]) => name.startsWith(kind));
  if (!found) throw new Error(`"${name}" begins with no kind of course`);
  const kind = found[1];
  return { name, unit: kind.unit, values, verdict: verdictOn(values, kind, secondsBetween) };
}

/** The median of the last third, which a page shows as the value. */
export function lastThird({ values }: Course): number {
  return median(values.slice(Math.ceil((values.length * 2) / 3)));
}

function verdictOn(values: number[], { unit, share, least }: Kind, secondsBetween: number): string {
  const third = Math.floor(values.length / 3);
  if (third === 0) return 'too short to tell';
  const [middle, last] = [median(values.slice(third, -third)), median(values.slice(-third))];
  const [change, margin] = [last - middle, Math.max(share * middle, least)];
  if (Math.abs(change) <= margin) return `flat (${signed(change)} within ± ${amount(margin, unit)})`;
  const hourly = (change * 3_600) / (third * secondsBetween);
  return `${change > 0 ? 'grows' : 'falls'} by ${amount(Math.abs(hourly), unit)} an hour`;
}

const bars = [...'▁▂▃▄▅▆▇█'];
const width = 30;

/** From 0 to the highest value, so that what is flat looks flat. Of more values than bars, each bar shows the highest. */
export function sparkline(values: number[]): string {
  const highest = Math.max(...values);
  const columns = Math.min(width, values.length);
  const column = (at: number): number => Math.floor((at * values.length) / columns);
  return Array.from({ length: columns }, (_, at) => {
    const share = highest === 0 ? 0 : Math.max(...values.slice(column(at), column(at + 1))) / highest;
    return bars[Math.min(bars.length - 1, Math.floor(share * bars.length))] ?? '';
  }).join('');
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Number(Math.abs(value).toFixed(2)).toLocaleString('en')}`;
}
