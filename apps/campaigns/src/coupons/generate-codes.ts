import { faulty } from '@ces/contracts/problems';
import { randomInt } from 'node:crypto';

/** Without those that are taken for others when read aloud or by hand: 0 O 1 I L. */
const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const usualPattern = '********-****';
/** Of all codes that a pattern can make, so small a part is given out that nobody finds one by guessing. */
const leastPlaces = 8;

export function generateCodes(count: number, pattern = usualPattern): string[] {
  if ((pattern.match(/\*/g) ?? []).length < leastPlaces) {
    throw faulty('validation-failed', [
      { pointer: '#/generate/pattern', code: 'pattern', detail: `must have at least ${leastPlaces} places (*)` },
    ]);
  }
  const codes = new Set<string>();
  while (codes.size < count) codes.add(pattern.replace(/\*/g, () => characters.charAt(randomInt(characters.length))));
  return [...codes];
}
