import { DataRefused, type Fault, MAX_FAULTS } from './faults.js';
import { pointerTo, shorten } from './json.js';

/**
 * A double keeps every literal of at most 15 digits without an exponent exactly; longer ones are looked at. What stands before
 * a number tells it from the digits of an id such as `"4e2b…"`.
 */
const PERHAPS_INEXACT = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;

/**
 * Parses JSON in which a double keeps every number exactly. Throws `DataRefused` for other numbers, and `SyntaxError` if
 * the text is not JSON.
 */
export function parseExact(raw: string): unknown {
  const value: unknown = JSON.parse(raw);
  if (PERHAPS_INEXACT.test(raw)) {
    const faults = inexactNumbers(raw);
    if (faults.length > 0) throw new DataRefused(faults);
  }
  return value;
}

/** The decimal value of a number's text as digits and a power of ten, in one spelling per value. */
export function decimalOf(text: string): { negative: boolean; digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const all = whole + fraction;
  let first = 0;
  while (first < all.length && all[first] === '0') first += 1;
  let end = all.length;
  while (end > first && all[end - 1] === '0') end -= 1;
  if (first === end) return { negative: false, digits: '', exponent: 0 };
  const exponent = Number(power) - fraction.length + (all.length - end);
  return { negative: mantissa.startsWith('-'), digits: all.slice(first, end), exponent };
}

function isExact(literal: string): boolean {
  const number = Number(literal);
  if (!Number.isFinite(number)) return false;
  const written = decimalOf(literal);
  const kept = decimalOf(String(number));
  return written.digits === kept.digits && written.exponent === kept.exponent;
}

interface Container {
  pointer: string;
  /** The index of the current item; undefined in an object. */
  index: number | undefined;
  name: string;
}

/** Walks text that is known to be JSON, and so looks for no mistakes. */
function inexactNumbers(raw: string): Fault[] {
  const faults: Fault[] = [];
  const open: Container[] = [];
  let expectsName = false;
  for (let at = 0; at < raw.length && faults.length < MAX_FAULTS;) {
    const char = raw.charAt(at);
    const here = open.at(-1);
    if (char === '"') {
      const text = tokenAt(STRING, raw, at);
      if (expectsName && here !== undefined) {
        here.name = text;
        expectsName = false;
      }
      at += text.length;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      const literal = tokenAt(NUMBER, raw, at);
      if (literal.length > 15 || /[eE]/.test(literal)) {
        if (!isExact(literal)) faults.push(notExact(pointerOf(here), literal));
      }
      at += literal.length;
    } else {
      if (char === '{' || char === '[') {
        open.push({ pointer: pointerOf(here), index: char === '[' ? 0 : undefined, name: '' });
        expectsName = char === '{';
      } else if (char === '}' || char === ']') {
        open.pop();
        expectsName = false;
      } else if (char === ',' && here !== undefined) {
        if (here.index === undefined) expectsName = true;
        else here.index += 1;
      }
      at += 1;
    }
  }
  return faults;
}

function pointerOf(container: Container | undefined): string {
  if (container === undefined) return '#';
  const { pointer, index, name } = container;
  return pointerTo(pointer, index ?? (JSON.parse(name) as string));
}

function notExact(pointer: string, literal: string): Fault {
  return { pointer, code: 'number-not-exact', detail: `The number ${shorten(literal, 40)} cannot be kept exactly.` };
}

function tokenAt(token: RegExp, raw: string, at: number): string {
  token.lastIndex = at;
  return token.exec(raw)?.[0] ?? raw.charAt(at);
}
