import { Problem } from '@ces/contracts/problems';
import { once } from 'node:events';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashTask } from './hash-thread.js';

/** Beside this file: compiled, or as it was written. */
const script = new URL(`hash-thread${extname(import.meta.filename)}`, import.meta.url);

/** A hash that took longer was held up itself, and has stood back enough. */
const longestRestMs = 25;

/**
 * Threads of low priority for hashing. Libuv's own threads would do it, too, but at the priority of the whole process:
 * then everybody who signs in takes a core from those who only read. A low priority alone does not spare them: a thread
 * during whose work calls came in rests as long as it worked. See docs/decisions/people.md.
 */
export class HashThreads {
  private readonly idle: Worker[] = [];
  private readonly all = new Set<Worker>();
  private readonly restsUntil = new WeakMap<Worker, number>();

  constructor(private readonly bus: { readonly calls: number }) {}

  /** Whoever asks sees to it that only as many tasks run at once as there should be threads. */
  async run(task: HashTask): Promise<string | boolean> {
    const thread = (await this.rested()) ?? this.start();
    const [begun, calls] = [performance.now(), this.bus.calls];
    const answer = await answerOf(thread, task);
    const ended = performance.now();
    if (this.bus.calls > calls) this.restsUntil.set(thread, ended + Math.min(ended - begun, longestRestMs));
    this.idle.push(thread);
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  }

  /** Undefined when there is none at hand, or when it has ended meanwhile. */
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
    this.all.clear(); // from now on none of them is at hand
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  private start(): Worker {
    const thread = new Worker(script);
    thread.unref();
    this.all.add(thread);
    thread.on('error', () => undefined); // whoever waits for it is told
    thread.on('exit', () => {
      this.all.delete(thread);
      const at = this.idle.indexOf(thread);
      if (at >= 0) this.idle.splice(at, 1);
      thread.emit('error', new Error('a thread that hashes has ended'));
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
    // What is not idle again is never asked again.
    void thread.terminate();
    throw new Problem('service-unavailable', 'The password could not be worked on.', { retry_after: 1 });
  }
}
