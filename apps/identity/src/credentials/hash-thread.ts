// A thread that computes Argon2id. It imports no file of the repository, so that it also runs from source.
import { hashSync, verifySync } from '@node-rs/argon2';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

export interface HashTask {
  password: string;
  /** The hash to compare with; without it the password is hashed. */
  stored?: string | undefined;
}

export type HashAnswer = { result: string | boolean } | { error: string };

/** Argon2id is the library's default algorithm; its constant cannot be imported with isolated modules. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Gives way to all other work, but still gets a share when no core is ever free. */
const niceness = 15;

lowerPriority();
parentPort?.on('message', (task: HashTask) => {
  parentPort?.postMessage(answer(task));
});

function answer({ password, stored }: HashTask): HashAnswer {
  try {
    return { result: stored === undefined ? hashSync(password, cost) : verifySync(stored, password) };
  } catch (error) {
    return { error: String(error) };
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
