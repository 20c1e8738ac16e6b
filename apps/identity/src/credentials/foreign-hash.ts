/** A password hash that another system made, taken apart, with costs within our bounds. */
export type ForeignHash =
  | { kind: 'argon2'; encoded: string }
  | { kind: 'bcrypt'; encoded: string }
  | { kind: 'scrypt'; cost: number; blockSize: number; parallelism: number; salt: Uint8Array; key: Uint8Array }
  | { kind: 'pbkdf2'; digest: string; iterations: number; salt: Uint8Array; key: Uint8Array };

/** Stands in place of a hash when an account has a name and no password. It fits no password. */
export const noPassword = '!';

/** Stands before an imported hash that looks like one of our own, until its password is used here. */
const importMark = '~';

/** Hashes of our own begin so, as long as hash-thread.ts hashes at this cost. */
const ownPrefix = '$argon2id$v=19$m=19456,t=2,p=1$';

/**
 * The bounds keep one comparison under half a second of one thread: a costly hash must not hold up the sign-ins of others.
 * Common defaults fit: argon2 with 64 MiB and four passes, bcrypt 12, scrypt with N = 2^17 and r = 8, PBKDF2 with 1,200,000.
 */
const most = {
  argon2Memory: 65_536,
  argon2Work: 4 * 65_536,
  argon2Lanes: 16,
  bcryptCost: 12,
  scryptWork: 2 ** 20,
  pbkdf2Work: 1_500_000,
  keyBytes: 64,
};

const digestBytes: Record<string, number> = { sha1: 20, sha256: 32, sha512: 64 };

export function isOwnHash(stored: string): boolean {
  return stored.startsWith(ownPrefix);
}

export function isForeignHash(stored: string): boolean {
  return !isOwnHash(stored) && stored !== noPassword;
}

export function markedAsForeign(hash: string): string {
  return isOwnHash(hash) ? `${importMark}${hash}` : hash;
}

/** Takes a hash apart; undefined when it is none that this service verifies, or when it costs too much. */
export function readForeignHash(stored: string): ForeignHash | undefined {
  const text = stored.startsWith(importMark) ? stored.slice(1) : stored;
  if (text.length > 500) return undefined;
  return readArgon2(text) ?? readBcrypt(text) ?? readScrypt(text) ?? readPbkdf2(text) ?? readDjangoPbkdf2(text);
}

function readArgon2(text: string): ForeignHash | undefined {
  const form =
    /^\$argon2(?:id|i|d)\$v=(?:16|19)\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/;
  const found = form.exec(text);
  const [, memory, passes, lanes] = (found ?? []).map(Number);
  if (memory === undefined || passes === undefined || lanes === undefined) return undefined;
  if (!isCanonical(found?.[4]) || !isCanonical(found?.[5])) return undefined;
  const fits =
    passes >= 1 &&
    lanes >= 1 &&
    lanes <= most.argon2Lanes &&
    memory >= 8 * lanes &&
    memory <= most.argon2Memory &&
    memory * passes <= most.argon2Work;
  return fits ? { kind: 'argon2', encoded: text } : undefined;
}

function readBcrypt(text: string): ForeignHash | undefined {
  const cost = Number(/^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text)?.[1]);
  return cost >= 4 && cost <= most.bcryptCost ? { kind: 'bcrypt', encoded: text } : undefined;
}

/** `$scrypt$ln=15,r=8,p=1$<salt>$<key>`. */
function readScrypt(text: string): ForeignHash | undefined {
  const found = /^\$scrypt\$ln=(\d\d?),r=(\d{1,3}),p=(\d{1,3})\$([^$]*)\$([^$]*)$/.exec(text);
  const [exponent, blockSize, parallelism] = [Number(found?.[1]), Number(found?.[2]), Number(found?.[3])];
  const [salt, key] = [bytesOf(found?.[4]), bytesOf(found?.[5])];
  const cost = 2 ** exponent;
  // RFC 7914 bounds the exponent by the block size.
  const defined = exponent >= 1 && blockSize >= 1 && parallelism >= 1 && exponent < 16 * blockSize;
  const fits = defined && cost * blockSize * parallelism <= most.scryptWork;
  return fits && salt && key && isKey(key) ? { kind: 'scrypt', cost, blockSize, parallelism, salt, key } : undefined;
}

/** `$pbkdf2-sha256$i=600000$<salt>$<key>`, also `$29000$` in place of `$i=29000$`, as passlib writes it. */
function readPbkdf2(text: string): ForeignHash | undefined {
  const form = /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,9})(?:,l=\d{1,3})?\$([^$]*)\$([^$]*)$/;
  const found = form.exec(text);
  return found ? pbkdf2(found[1] ?? 'sha1', Number(found[2]), bytesOf(found[3]), bytesOf(found[4])) : undefined;
}

/** `pbkdf2_sha256$600000$<salt as text>$<key>`, as Django writes it. */
function readDjangoPbkdf2(text: string): ForeignHash | undefined {
  const found = /^pbkdf2_(sha1|sha256)\$(\d{1,9})\$([\x21-\x7e]{1,128})\$([^$]*)$/.exec(text);
  const [, digest, iterations, salt, key] = found ?? [];
  if (digest === undefined || salt === undefined) return undefined;
  return pbkdf2(digest, Number(iterations), Buffer.from(salt), bytesOf(key));
}

function pbkdf2(
  digest: string,
  iterations: number,
  salt: Uint8Array | undefined,
  key: Uint8Array | undefined,
): ForeignHash | undefined {
  if (!salt || !key || !isKey(key)) return undefined;
  const blocks = Math.ceil(key.length / (digestBytes[digest] ?? 1));
  const fits = iterations >= 1 && iterations * blocks <= most.pbkdf2Work;
  return fits ? { kind: 'pbkdf2', digest, iterations, salt, key } : undefined;
}

function isKey(key: Uint8Array): boolean {
  return key.length >= 16 && key.length <= most.keyBytes;
}

/** The library for argon2 refuses base64 whose last character has bits that no byte needs. */
function isCanonical(text = ''): boolean {
  return Buffer.from(text, 'base64').toString('base64').replaceAll('=', '') === text;
}

/** Reads base64 with or without padding, in which passlib writes `.` for `+`. */
function bytesOf(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || !/^[A-Za-z0-9+/.]+={0,2}$/.test(text)) return undefined;
  return Buffer.from(text.replaceAll('.', '+'), 'base64');
}
