import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks a person. What is typed for a secret stays unseen. */
export async function askAtTerminal(question: string, isSecret: boolean): Promise<string> {
  const stop = new AbortController();
  const { stdin: input, stderr } = process;
  // Readline shows through its output alone what is typed.
  const output = isSecret
    ? new Writable({
        write: (_chunk, _encoding, done) => {
          done();
        },
      })
    : stderr;
  const lines = createInterface({ input, output, terminal: true });
  for (const end of ['SIGINT', 'close'] as const) {
    lines.once(end, () => {
      stop.abort();
    });
  }
  try {
    if (isSecret) stderr.write(question);
    return await lines.question(isSecret ? '' : question, { signal: stop.signal });
  } catch (error) {
    throw new Error('You have ended it.', { cause: error });
  } finally {
    lines.close();
    if (isSecret) stderr.write('\n');
  }
}
