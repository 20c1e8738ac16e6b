import { fragmentStep } from '@ces/contracts/json/escape-step';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads own properties only: JSON data may lack `constructor` and may have `__proto__`. */
export function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** RFC 6901 section 6: a pointer as a URI fragment. */
export function pointerTo(parent: string, ...segments: (string | number)[]): string {
  return segments.reduce<string>((pointer, segment) => `${pointer}/${fragmentStep(String(segment))}`, parent);
}

/**
 * The same text for equal JSON values and different text for different ones: names sorted, numbers by value.
 * `visit` receives the size of every piece, so that a caller can stop.
 */
export function canonicalText(value: Json, visit: (size: number) => void): string {
  if (typeof value !== 'object' || value === null) {
    visit(typeof value === 'string' ? 1 + (value.length >> 3) : 1);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, visit)).join(',')}]`;
  const names = Object.keys(value).sort();
  visit(names.length);
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] ?? null, visit)}`).join(',')}}`;
}

export function shorten(text: string, length = 200): string {
  return text.length > length ? `${text.slice(0, length)}…`.toWellFormed() : text;
}
