import { readFileSync } from 'node:fs';
import { UsageError } from '../command-line/command.ts';

/** JSON in the argument, of a file by `@file`, or of the standard input by `-` or without one. */
export function readData(given: string | undefined): Record<string, unknown> {
  const text =
    given === undefined || given === '-'
      ? readFileSync(0, 'utf8')
      : given.startsWith('@')
        ? readFileSync(given.slice(1), 'utf8')
        : given;
  try {
    const data = JSON.parse(text) as unknown;
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Record<string, unknown>;
  } catch {
    // The same fault as other JSON that is no object.
  }
  throw new UsageError('the data must be a JSON object');
}

/** `30d`, `12h`, `15m`, or a moment. */
export function sinceOf(text: string, now = Date.now()): string {
  const [, count, unit = ''] = /^(\d+)([dhm])$/.exec(text) ?? [];
  const minutes = { d: 1_440, h: 60, m: 1 }[unit];
  const moment = minutes === undefined ? Date.parse(text) : now - Number(count) * minutes * 60_000;
  if (Number.isNaN(moment)) throw new UsageError(`${text} is no time: give 30d, 12h, 15m or 2026-01-31T12:00:00Z`);
  return new Date(moment).toISOString();
}

export function countOf(given: string | undefined, usual: number): number {
  const count = Number(given ?? usual);
  if (given === '' || !Number.isInteger(count) || count < 0) throw new UsageError(`${given ?? ''} is no count`);
  return count;
}
