import { faulty, type Problem } from '@ces/contracts/problems';
import { pointerTo } from './json-pointer.js';

const maxNesting = 64;
/** A batch is a list of objects, and the data of each may be nested as deeply as the data of a single event. */
export const maxNestingOfItem = maxNesting + 1;
export const maxNestingOfBatch = maxNestingOfItem + 1;
/** The keys of an object with more than these are compared by a hash table. */
const fewKeys = 32;

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const leftBracket = 0x5b;
const backslash = 0x5c;
const rightBracket = 0x5d;
const leftBrace = 0x7b;
const rightBrace = 0x7d;

export interface Unkept {
  code: 'nesting-too-deep' | 'key-duplicated' | 'negative-zero';
  /** The byte where it begins. */
  at: number;
}

const details: Record<Unkept['code'], string> = {
  'nesting-too-deep': `is nested too deeply: ${maxNesting} levels are the most`,
  'key-duplicated': 'stands twice in its object',
  'negative-zero': 'is negative zero: send 0',
};

// A scan is synchronous, so all scans share these arrays. Each open object uses up to `fewKeys` entries.
const hashes = new Int32Array((maxNestingOfBatch + 1) * fewKeys);
const starts = new Int32Array(hashes.length);
const ends = new Int32Array(hashes.length);
/**
 * One entry per depth: the first key of its container, whether that is an object, and a hash table of its keys if they
 * are many.
 */
const bases = new Int32Array(maxNestingOfBatch + 1);
const isObject = new Uint8Array(maxNestingOfBatch + 1);
const tables: (Set<string> | undefined)[] = Array.from({ length: maxNestingOfBatch + 1 }, () => undefined);
/** A scan that makes a table clears all tables at its end, because an unclosed object leaves its table behind. */
let tablesMade = false;

/** Refuses JSON that a parser or a database would silently alter, and JSON that is nested too deeply. */
export function refuseUnkept(json: Buffer): void {
  const fault = scanJson(json);
  if (fault) throw unkept(json, fault);
}

/** `prefix` is the place of the JSON in the body. */
export function unkept(json: Buffer, { code, at }: Unkept, prefix = '#'): Problem {
  // The bracket itself would lead into its container.
  const place = code === 'nesting-too-deep' ? at - 1 : at;
  const pointer = `${prefix}${pointerTo(json, place).slice(1)}`;
  return faulty(code, [{ pointer, code, detail: details[code] }]);
}

/**
 * Scans the bytes once before a parser sees them. It runs for every event, so it compares hashes first, and an object with
 * few keys costs no memory. The parser refuses malformed JSON later.
 */
export function scanJson(json: Buffer, deepest = maxNesting): Unkept | undefined {
  const fault = firstFault(json, deepest);
  if (tablesMade) {
    tables.fill(undefined);
    tablesMade = false;
  }
  return fault;
}

function firstFault(json: Buffer, deepest: number): Unkept | undefined {
  const { length } = json;
  let depth = 0;
  let top = 0;
  let keyNext = false;
  for (let i = 0; i < length; i += 1) {
    const byte = json[i] ?? 0;
    if (byte === quote) {
      const start = i + 1;
      if (keyNext) {
        keyNext = false;
        let hash = 0;
        let escaped = 0;
        for (i = start; i < length; i += 1) {
          const each = json[i] ?? 0;
          if (each === quote) break;
          hash = Math.imul(hash ^ each, 0x01000193);
          if (each === backslash) {
            escaped = 1;
            i += 1;
          }
        }
        if (escaped === 1 || top - (bases[depth] ?? 0) === fewKeys || tables[depth] !== undefined) {
          if (isInTable(json, depth, top, start, i)) return { code: 'key-duplicated', at: start };
        } else if (isRepeated(json, bases[depth] ?? 0, top, hash, start, i))
          return { code: 'key-duplicated', at: start };
        else {
          hashes[top] = hash;
          starts[top] = start;
          ends[top] = i;
          top += 1;
        }
      } else {
        for (i = start; i < length && json[i] !== quote; i += 1) if (json[i] === backslash) i += 1;
      }
    } else if (byte < comma || (byte > minus && byte < leftBracket)) continue;
    else if (byte === comma) keyNext = isObject[depth] === 1;
    else if (byte === leftBrace || byte === leftBracket) {
      depth += 1;
      if (depth > deepest) return { code: 'nesting-too-deep', at: i };
      bases[depth] = top;
      isObject[depth] = byte === leftBrace ? 1 : 0;
      tables[depth] = undefined;
      keyNext = byte === leftBrace;
    } else if (byte === rightBrace || byte === rightBracket) {
      if (depth === 0) return undefined;
      top = bases[depth] ?? 0;
      tables[depth] = undefined;
      depth -= 1;
      keyNext = false;
    } else if (byte === minus && json[i + 1] === zero && isNegativeZero(json, i))
      return { code: 'negative-zero', at: i };
  }
  return undefined;
}

function isRepeated(json: Buffer, base: number, top: number, hash: number, start: number, end: number): boolean {
  for (let k = base; k < top; k += 1) {
    if (hashes[k] === hash && json.compare(json, start, end, starts[k], ends[k]) === 0) return true;
  }
  return false;
}

/** The table holds decoded keys behind a quote, because V8 does not seed the hash of a string such as `123`. */
function isInTable(json: Buffer, depth: number, top: number, start: number, end: number): boolean {
  let table = tables[depth];
  if (!table) {
    table = new Set();
    for (let k = bases[depth] ?? 0; k < top; k += 1) table.add(json.toString('utf8', (starts[k] ?? 0) - 1, ends[k]));
    tables[depth] = table;
    tablesMade = true;
  }
  const key = decodedKey(json.toString('utf8', start - 1, end));
  const { size } = table;
  return table.add(key).size === size;
}

function decodedKey(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return `"${JSON.parse(`${text}"`) as string}`;
  } catch {
    // The parser refuses this key later, so any result will do.
    return text;
  }
}

/** True for `-0`, `-0.0` and `-0e5`; false for `-0.5` and for the minus of an exponent. */
function isNegativeZero(json: Buffer, at: number): boolean {
  const before = json[at - 1];
  if (before === 0x65 || before === 0x45) return false;
  for (let i = at + 1; i < json.length; i += 1) {
    const byte = json[i] ?? 0;
    if (byte !== 0x2e && (byte < zero || byte > nine)) return true;
    if (byte > zero) return false;
  }
  return true;
}
