import { Problem } from '@ces/contracts/problems';
import { once } from 'node:events';
import { extname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { CallCounter } from './call-counter.js';
import type { HashAnswer, HashTask } from './hash-thread.js';

/** The script beside this file, compiled or as source. */
const script = resolve(import.meta.dirname, `hash-thread${extname(import.meta.filename)}`);

/** The longest rest. A hash that took longer was slowed down by other work, which therefore had its share already. */
const longestRestMs = 25;

/**
 * Threads of low priority for hashing. Libuv's own threads have the priority of the whole process, so a crowd that signs in
 * would take the cores from requests that only read. A low priority is not enough: a thread also rests after a hash during
 * which calls came in, for as long as the hash took. See docs/decisions/password-hashing.md.
 */
export class HashThreads {
  private readonly idle: Worker[] = [];
  private readonly all = new Set<Worker>();
  private readonly restsUntil = new WeakMap<Worker, number>();

  constructor(private readonly counter: CallCounter) {}

  /** Runs a task. The caller limits how many tasks run at once, and thereby the number of threads. */
  async run(task: HashTask): Promise<string | boolean> {
    const thread = (await this.rested()) ?? this.start();
    const [begun, calls] = [performance.now(), this.counter.calls];
    const answer = await answerOf(thread, task);
    const ended = performance.now();
    if (this.counter.calls > calls) this.restsUntil.set(thread, ended + Math.min(ended - begun, longestRestMs));
    this.idle.push(thread);
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  }

  /** Returns undefined when no thread is idle, or when the thread ended during its rest. */
  private async rested(): Promise<Worker | undefined> {
    const thread = this.idle.sort((a, b) => this.restOf(a) - this.restOf(b)).shift();
    const rest = thread ? this.restOf(thread) - performance.now() : 0;
    if (rest > 0) await sleep(rest);
    return thread && this.all.has(thread) ? thread : undefined;
  }

  private restOf(thread: Worker): number {
    return this.restsUntil.get(thread) ?? 0;
  }

  async end(): Promise<void> {
    const threads = [...this.all];
    this.all.clear(); // so that `rested` returns none of them
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  private start(): Worker {
    const thread = new Worker(script);
    thread.unref();
    this.all.add(thread);
    thread.on('error', () => undefined); // `answerOf` handles the error
    thread.on('exit', () => {
      this.all.delete(thread);
      const at = this.idle.indexOf(thread);
      if (at >= 0) this.idle.splice(at, 1);
      thread.emit('error', new Error('a hashing thread has ended'));
    });
    return thread;
  }
}

async function answerOf(thread: Worker, task: HashTask): Promise<HashAnswer> {
  try {
    const answered = once(thread, 'message') as Promise<[HashAnswer]>;
    thread.postMessage(task);
    return (await answered)[0];
  } catch {
    // The thread does not become idle again, so no other task would end it.
    void thread.terminate();
    throw new Problem('service-unavailable', 'The password could not be processed.', { retry_after: 1 });
  }
}
