/** A set of Unicode code points: ascending, disjoint, inclusive ranges laid out as [first, last, first, last, …]. */
export type CodePoints = readonly number[];

const LAST = 0x10ffff;

export const DIGITS: CodePoints = [0x30, 0x39];
/** `\w` and the sides of `\b` with the `u` flag and without `i`. */
export const WORD: CodePoints = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
/** WhiteSpace and LineTerminator of ECMA-262. */
export const SPACE: CodePoints = union([
  [0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a],
  [0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff],
]);
/** `.` without the `s` flag: anything but a LineTerminator. */
export const NOT_LINE_END: CodePoints = complement([0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029]);

export function union(sets: readonly CodePoints[]): CodePoints {
  const ranges = sets.flatMap(pairs).sort((a, b) => a[0] - b[0]);
  const merged: number[] = [];
  for (const [first, last] of ranges) {
    const end = merged.at(-1);
    if (end !== undefined && first <= end + 1) merged[merged.length - 1] = Math.max(end, last);
    else merged.push(first, last);
  }
  return merged;
}

export function complement(set: CodePoints): CodePoints {
  const rest: number[] = [];
  let next = 0;
  for (const [first, last] of pairs(set)) {
    if (first > next) rest.push(next, first - 1);
    next = last + 1;
  }
  if (next <= LAST) rest.push(next, LAST);
  return rest;
}

export function contains(set: CodePoints, codePoint: number): boolean {
  let low = 0;
  let high = set.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((set[2 * middle + 1] ?? LAST) < codePoint) low = middle + 1;
    else high = middle;
  }
  return codePoint >= (set[2 * low] ?? Infinity);
}

function pairs(set: CodePoints): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = 0; at < set.length; at += 2) ranges.push([set[at] ?? 0, set[at + 1] ?? 0]);
  return ranges;
}

const properties = new Map<string, CodePoints>();

/** The code points of `\p{…}` by the runtime's Unicode tables. A parser must have accepted `expression`: "L", "Script=Greek". */
export function propertyCodePoints(expression: string): CodePoints {
  const known = properties.get(expression);
  if (known !== undefined) return known;
  const run = new RegExp(`\\p{${expression}}+`, 'gu');
  const found = everyCodePoint().flatMap(({ first, text, width }) =>
    [...text.matchAll(run)].flatMap(({ index, 0: { length } }) => [
      first + index / width,
      first + (index + length) / width - 1,
    ]),
  );
  const set = union([found]);
  properties.set(expression, set);
  return set;
}

interface Stretch {
  first: number;
  text: string;
  /** UTF-16 units per code point. */
  width: number;
}

let everything: Stretch[] | undefined;

/** All code points, with low and high surrogates in separate texts, so that none of them pair up. */
function everyCodePoint(): Stretch[] {
  everything ??= [
    stretch(0, 0xd7ff),
    stretch(0xd800, 0xdbff),
    stretch(0xdc00, 0xdfff),
    stretch(0xe000, 0xffff),
    stretch(0x10000, LAST),
  ];
  return everything;
}

function stretch(first: number, last: number): Stretch {
  const width = first > 0xffff ? 2 : 1;
  const units = new Uint16Array((last - first + 1) * width);
  for (let codePoint = first, at = 0; codePoint <= last; codePoint += 1) {
    if (width === 2) units[at++] = 0xd7c0 + (codePoint >> 10);
    units[at++] = width === 2 ? 0xdc00 + (codePoint & 0x3ff) : codePoint;
  }
  return { first, text: Buffer.from(units.buffer).toString('utf16le'), width };
}
