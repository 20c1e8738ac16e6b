import { randomFillSync } from 'node:crypto';

const random = new Uint8Array(10 * 256);
let used = random.length;
let lastMs = 0;
let counter = 0;

/** UUIDs of version 7 sort by time, and those of one process in the order of their making, so indexes grow at their end. */
export function newId(now = Date.now()): string {
  if (used + 10 > random.length) {
    randomFillSync(random);
    used = 0;
  }
  const bytes = Buffer.alloc(16);
  bytes.set(random.subarray(used, used + 10), 6);
  used += 10;
  counter = now > lastMs ? bytes.readUInt16BE(6) & 0x3ff : counter + 1;
  lastMs = counter > 0xfff ? lastMs + 1 : Math.max(lastMs, now);
  counter &= 0xfff;
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The least id of a moment; ids that were made earlier are smaller. */
export function idsBefore(moment: number): string {
  const hex = moment.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
