// A thread that computes Argon2id and nothing else. It imports nothing of ours, so that it runs from source, too.
import { hashSync, verifySync } from '@node-rs/argon2';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

export interface HashTask {
  password: string;
  /** To be compared with; without it the password is hashed. */
  stored?: string | undefined;
}

export type HashAnswer = { result: string | boolean } | { error: string };

/** Argon2id is the library's default algorithm; its constant cannot be imported with isolated modules. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Far behind everything else that wants a core, though not without a share when none is ever free. */
const niceness = 15;

standBack();
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

/** Linux has a priority per thread. Elsewhere there is one per process, which would slow down all of it. */
function standBack(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
  } catch {
    // not Linux; the number of threads alone has to do
  }
}
