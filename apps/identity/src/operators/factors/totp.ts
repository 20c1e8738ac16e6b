import { createHmac, randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepSeconds = 30;
const digits = 6;

export function stepAt(ms: number): number {
  return Math.floor(ms / 1_000 / stepSeconds);
}

/** A secret in Base32, as code apps take it. */
export function newTotpSecret(): string {
  return Array.from(randomBytes(32), (byte) => alphabet.charAt(byte % alphabet.length)).join('');
}

/** The code of a step (RFC 6238, RFC 4226). */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decode(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 10 ** digits).padStart(digits, '0');
}

/** The step of a code that is not older than the last used one; clocks may differ by a step. */
export function stepOf(secret: string, code: string, { now, used }: { now: number; used: number }): number | undefined {
  const here = stepAt(now);
  return [here, here - 1, here + 1].find((step) => step > used && codeOf(secret, step) === code);
}

function decode(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
