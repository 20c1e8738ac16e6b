import { randomFillSync } from 'node:crypto';

const idsAtOnce = 256;
const bytesOfId = 10;
const random = Buffer.alloc(idsAtOnce * bytesOfId);
/** The same bytes in hexadecimal: one conversion for many ids. */
let digits = '';
let used = random.length;
let lastMs = 0;
let timeOfLast = timeIn(0);
let counter = 0;

/** UUIDs of version 7 sort by time, and those of one process in the order of their making, so indexes grow at their end. */
export function newId(now = Date.now()): string {
  if (used === random.length) {
    digits = randomFillSync(random).toString('hex');
    used = 0;
  }
  const seed = random.readUInt16BE(used);
  const rest = digits.slice(2 * used + 5, 2 * (used + bytesOfId));
  used += bytesOfId;
  const before = lastMs;
  counter = now > lastMs ? seed & 0x3ff : counter + 1;
  lastMs = counter > 0xfff ? lastMs + 1 : Math.max(lastMs, now);
  counter &= 0xfff;
  if (lastMs !== before) timeOfLast = timeIn(lastMs);
  // The variant takes two bits, which the counter leaves of the seed.
  const variant = '89ab'.charAt(seed >> 14);
  return `${timeOfLast}-7${counter.toString(16).padStart(3, '0')}-${variant}${rest.slice(0, 3)}-${rest.slice(3)}`;
}

/** The least id of a moment; ids that were made earlier are smaller. */
export function idsBefore(moment: number): string {
  return `${timeIn(moment)}-7000-8000-000000000000`;
}

function timeIn(moment: number): string {
  const hex = moment.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
