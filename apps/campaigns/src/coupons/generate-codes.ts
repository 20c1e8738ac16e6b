import { faulty } from '@ces/contracts/problems';
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Leaves out characters that people confuse: 0 O 1 I L. */
const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const usualPattern = '********-****';
/** The least number of `*` in a pattern. A shorter pattern has so few codes that a guess could hit one in use. */
const leastPlaces = 8;
/** Other work of the process runs after this many codes, which take some milliseconds. */
const turn = 1_000;

export async function generateCodes(count: number, pattern = usualPattern): Promise<string[]> {
  if ((pattern.match(/\*/g) ?? []).length < leastPlaces) {
    throw faulty('validation-failed', [
      { pointer: '#/generate/pattern', code: 'pattern', detail: `must have at least ${leastPlaces} places (*)` },
    ]);
  }
  const codes = new Set<string>();
  const random = new RandomCharacters();
  for (let made = 1; codes.size < count; made += 1) {
    codes.add(pattern.replace(/\*/g, () => random.next()));
    if (made % turn === 0) await setImmediate();
  }
  return [...codes];
}

/** Random characters, all equally likely. It reads thousands of bytes from the system at once. */
class RandomCharacters {
  private bytes = randomBytes(4_096).values();

  next(): string {
    for (;;) {
      const { value, done } = this.bytes.next();
      if (done) this.bytes = randomBytes(4_096).values();
      // Five bits give 32 values, but there are 31 characters, so one value is skipped.
      else if ((value & 31) < characters.length) return characters.charAt(value & 31);
    }
  }
}
