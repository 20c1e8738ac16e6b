import { faulty } from '@ces/contracts/problems';
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Without those that are taken for others when read aloud or by hand: 0 O 1 I L. */
const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const usualPattern = '********-****';
/** Of all codes that a pattern can make, so small a part is given out that nobody finds one by guessing. */
const leastPlaces = 8;
/** So many are made before others have a turn: some milliseconds' worth. */
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

/** Each of the characters is as likely as any other. The system is asked for thousands of bytes at once. */
class RandomCharacters {
  private bytes = randomBytes(4_096).values();

  next(): string {
    for (;;) {
      const { value, done } = this.bytes.next();
      if (done) this.bytes = randomBytes(4_096).values();
      // Five bits name 32 characters; what names the one too many is passed over.
      else if ((value & 31) < characters.length) return characters.charAt(value & 31);
    }
  }
}
