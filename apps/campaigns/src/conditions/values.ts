import { ConditionFault } from './faults.js';
import type { Scope } from './scope.js';

/** Checks values while an expression runs, because a schema need not describe all of an event's data. */
export function asNumber(value: unknown): number {
  if (typeof value !== 'number') throw new ConditionFault(`a number is needed, not ${kindName(value)}`);
  return value;
}

export function asInt(value: number): number {
  if (!Number.isSafeInteger(value)) throw new ConditionFault('the result is no whole number, or is too large');
  // `+ 0` turns -0 into 0, because only doubles have -0.
  return value + 0;
}

/** Refuses whole numbers beyond 2^53: JSON's numbers are read as doubles and may have been rounded. */
export function exact(value: unknown): unknown {
  if (isInexact(value)) throw new ConditionFault('a whole number is too large to be exact');
  return value;
}

function isInexact(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER && Number.isFinite(value);
}

export function asText(value: unknown): string {
  if (typeof value !== 'string') throw new ConditionFault(`a string is needed, not ${kindName(value)}`);
  return value;
}

export function asBool(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new ConditionFault(`a bool is needed, not ${kindName(value)}`);
  return value;
}

export function asList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new ConditionFault(`a list is needed, not ${kindName(value)}`);
  return value as unknown[];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an own property, because data may be named `constructor`. Looking up a computed name costs one reading of it. */
export function propertyOf(value: unknown, name: string, scope: Scope): unknown {
  scope.spendOnText(name.length);
  if (!isObject(value)) throw new ConditionFault(`there is no .${name} of ${kindName(value)}`);
  if (!Object.hasOwn(value, name)) throw new ConditionFault(`there is no .${name}`);
  return value[name];
}

export function kindName(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Numbers that may have been rounded are a fault. */
export function equal(a: unknown, b: unknown, scope: Scope): boolean {
  scope.spend(1);
  if (typeof a === 'string' && typeof b === 'string') {
    scope.spendOnText(Math.min(a.length, b.length));
    return a === b;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => equal(each, (b as unknown[])[index], scope));
  }
  if (isObject(a) && isObject(b)) {
    const keys = scope.keysOf(a);
    return keys.length === scope.keysOf(b).length && keys.every((key) => equalAt(key, a, b, scope));
  }
  return exact(a) === exact(b);
}

/** Finding a key in a wide object takes this many times longer than a step. */
const stepsPerKey = 8;

function equalAt(key: string, a: Record<string, unknown>, b: Record<string, unknown>, scope: Scope): boolean {
  scope.spend(stepsPerKey);
  return Object.hasOwn(b, key) && equal(a[key], b[key], scope);
}

/** Orders strings by code point, as CEL says, and numbers, moments and durations by size. */
export function compare(a: unknown, b: unknown, scope: Scope): number {
  if (typeof a === 'string' && typeof b === 'string') {
    scope.spendOnText(Math.min(a.length, b.length));
    if (a === b) return 0;
    return byCodePoint(a, b);
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  const [x, y] = [asNumber(a), asNumber(b)];
  return x < y ? -1 : x > y ? 1 : x === y ? 0 : Number.NaN;
}

function byCodePoint(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === a.length || at === b.length) return a.length - b.length;
  const back = at > 0 && a.charCodeAt(at - 1) >= 0xd800 && a.charCodeAt(at - 1) < 0xdc00 ? at - 1 : at;
  return (a.codePointAt(back) ?? 0) - (b.codePointAt(back) ?? 0);
}
