// A thread that computes password hashes. It imports no file of the repository, so that it also runs from source.
import { hashSync, verifySync } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';
import { pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ForeignHash } from './foreign-hash.js';

/** A task with nothing to compare with hashes the password. */
export interface HashTask {
  password: string;
  /** A hash of our own to compare with. */
  stored?: string | undefined;
  foreign?: ForeignHash | undefined;
}

export type HashAnswer = { result: string | boolean } | { error: string };

/** Argon2id is the library's default algorithm; its constant cannot be imported with isolated modules. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Gives way to all other work, but still gets a share when no core is ever free. */
const niceness = 15;
/** Memory that scrypt needs beside its blocks. */
const scryptReserve = 1_024 * 1_024;

lowerPriority();
parentPort?.on('message', (task: HashTask) => {
  parentPort?.postMessage(answer(task));
});

function answer({ password, stored, foreign }: HashTask): HashAnswer {
  try {
    if (foreign) return { result: fits(password, foreign) };
    return { result: stored === undefined ? hashSync(password, cost) : verifySync(stored, password) };
  } catch (error) {
    // A hash that a library cannot read fits no password.
    return foreign ? { result: false } : { error: String(error) };
  }
}

/** The other system may have hashed the letters as they were typed, or in their usual form. */
function fits(password: string, foreign: ForeignHash): boolean {
  return [...new Set([password, password.normalize('NFC')])].some((each) => isOf(each, foreign));
}

function isOf(password: string, foreign: ForeignHash): boolean {
  switch (foreign.kind) {
    case 'argon2':
      return verifySync(foreign.encoded, password);
    case 'bcrypt':
      return bcrypt.compareSync(password, foreign.encoded);
    case 'scrypt': {
      const { cost: N, blockSize: r, parallelism: p, salt, key } = foreign;
      const maxmem = 128 * r * (N + p) + scryptReserve;
      return timingSafeEqual(scryptSync(password, salt, key.length, { N, r, p, maxmem }), key);
    }
    case 'pbkdf2': {
      const { digest, iterations, salt, key } = foreign;
      return timingSafeEqual(pbkdf2Sync(password, salt, iterations, key.length, digest), key);
    }
  }
}

/** Linux has a priority per thread. Elsewhere the priority of the whole process would change. */
function lowerPriority(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
  } catch {
    // This is not Linux: the number of threads alone limits the load.
  }
}
