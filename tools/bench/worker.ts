import { fork } from 'node:child_process';
import { once } from 'node:events';

type Reply<Answer> = { answer: Answer } | { error: string };

/** A process of the bench whose CPU is counted apart. It answers one request at a time, and ends with the bench. */
export interface Worker<Question extends object, Answer> {
  readonly pid: number;
  /** Rejects when the process ends, and never resolves. */
  readonly died: Promise<never>;
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}

export function startWorker<Question extends object, Answer>(
  script: URL,
  signal: AbortSignal,
): Worker<Question, Answer> {
  // In a group of its own, so that Ctrl-C reaches only the bench. Its output is not part of ours.
  const child = fork(script, { detached: true, stdio: ['ignore', 2, 2, 'ipc'], execArgv: [] });
  const ended = once(child, 'exit');
  const died = ended.then(([code]): never => {
    throw new Error(`${script.pathname} ended with code ${String(code)}`);
  });
  died.catch(() => undefined); // the next request reports it
  return {
    pid: child.pid ?? 0,
    died,
    ask: async (question) => {
      child.send(question);
      const [reply] = (await Promise.race([once(child, 'message', { signal }), died])) as [Reply<Answer>];
      if ('error' in reply) throw new Error(reply.error);
      return reply.answer;
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

type Work<Question, Answer> = (question: Question) => Promise<Answer>;

export function answerParent<Question, Answer>(work: Work<Question, Answer>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (question) => {
    work(question as Question).then(
      (answer) => process.send?.({ answer } satisfies Reply<Answer>),
      (error: unknown) => process.send?.({ error: error instanceof Error ? (error.stack ?? '') : String(error) }),
    );
  });
}
