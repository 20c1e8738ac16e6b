/** Longer names are not compared: the time grows with the product of both lengths. */
const longest = 100;
const mostNames = 40;

/** `; did you mean "x"?`, or nothing if no known name is similar. */
export function didYouMean(given: unknown, known: Iterable<string>): string {
  const name = typeof given === 'string' ? nearestName(given, known) : undefined;
  return name === undefined ? '' : `; did you mean "${name}"?`;
}

/** `event, user, card, now`; a long list ends with the number of further names. */
export function listOfNames(known: Iterable<string>): string {
  const names = [...known];
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The known name that the caller probably meant: few letters differ, or only the case, or one is a part of the other. */
export function nearestName(given: string, known: Iterable<string>): string | undefined {
  if (given.length === 0 || given.length > longest) return undefined;
  const plain = plainly(given);
  const most = Math.max(1, Math.floor(plain.length / 3));
  let nearest: string | undefined;
  let least = most + 1;
  for (const name of known) {
    if (name === given || name.length > longest) continue;
    const distance = distanceBetween(plain, plainly(name), most);
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

function plainly(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** A name that begins or ends with the other counts as one change: `coupon-slip-claimed` for `coupon-slip-claimed-event`. */
function distanceBetween(a: string, b: string, most: number): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const difference = long.length - short.length;
  if (short.length >= 4 && (long.startsWith(short) || long.endsWith(short))) return Math.min(1, difference);
  return difference > most ? Infinity : changesBetween(a, b);
}

/** The fewest letters to add, to leave out, to replace or to swap with their neighbour. */
function changesBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
