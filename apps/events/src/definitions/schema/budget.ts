import { ValidationTooCostly } from './faults.js';

/**
 * Work is counted in units of roughly 10 ns. The count decides, so that the same data gets the same result on a slow day.
 * The clock, which counts the processor time of this thread, is the safety net for work that costs more than its count.
 */
export interface Limits {
  units: number;
  milliseconds: number;
  now: () => number;
}

export const VALIDATION_LIMITS: Limits = { units: 5_000_000, milliseconds: 75, now: threadMilliseconds };

/** The first reading starts the clock. Most validations end sooner and never read it. */
const UNITS_BETWEEN_CLOCK_READINGS = 50_000;

/** The deepest nesting of keywords. Data is at most 64 deep, so a sensible recursive definition stays well below. */
const MAX_DEPTH = 600;

// A validation is one synchronous call, so at most one budget is open at any time.
let limits = VALIDATION_LIMITS;
let left = 0;
let nextReading = 0;
let deadline: number | undefined;
let depth = 0;
let spent = 0;

export function spend(units: number): void {
  left -= units;
  if (left < nextReading) readClock();
}

export function enter(): void {
  depth += 1;
  if (depth > MAX_DEPTH) throw new ValidationTooCostly();
}

export function leave(): void {
  depth -= 1;
}

/** Runs synchronous work that calls `spend`, and stops it with `ValidationTooCostly` once the limits are used up. */
export function withinBudget<T>(allowed: Limits, work: () => T): T {
  limits = allowed;
  left = allowed.units;
  nextReading = Math.max(0, left - UNITS_BETWEEN_CLOCK_READINGS);
  deadline = undefined;
  depth = 0;
  try {
    const result = work();
    spent += allowed.units - left;
    return result;
  } catch (error) {
    spent += allowed.units;
    // JavaScript throws RangeError when the call stack is full.
    if (error instanceof RangeError) throw new ValidationTooCostly({ cause: error });
    throw error;
  }
}

/** Runs synchronous work, and tells how many units its validations have cost. One that was stopped counts as its whole limit. */
export function measured<T>(work: () => T): { result: T; units: number } {
  spent = 0;
  const result = work();
  return { result, units: spent };
}

function readClock(): void {
  const now = limits.now();
  deadline ??= now + limits.milliseconds;
  if (left < 0 || now > deadline) throw new ValidationTooCostly();
  nextReading = Math.max(0, left - UNITS_BETWEEN_CLOCK_READINGS);
}

function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
