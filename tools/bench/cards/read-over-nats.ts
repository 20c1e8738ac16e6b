// The client of a baseline sends a NATS request for each read, as the gateway does.
import { connectNats } from '../../connect-nats.ts';
import { answerParent } from '../worker.ts';
import { closedLoop, type Ask, type Outcome } from './closed-loop.ts';

/** A message to `answer-over-nats.ts`. */
export interface Question {
  /** JSON of the values of each statement. */
  text: string;
  /** How many rows all statements give together. */
  rows: number;
}

export interface NatsLoad {
  nats: string;
  subject: string;
  questions: Question[];
  connections: number;
  seconds: number;
  /** Reads a second. Without it, each asker asks again at once. */
  atMost?: number;
}

answerParent(read);

async function read({ nats, subject, questions, connections, seconds, atMost }: NatsLoad): Promise<Outcome> {
  const connection = await connectNats(nats, { noAsyncTraces: true });
  const ask: Ask = async () => {
    const { text, rows } = questions[Math.floor(Math.random() * questions.length)] ?? { text: '', rows: 0 };
    const reply = (await connection.request(subject, text, { timeout: 5_000 })).string();
    const found = (JSON.parse(reply) as { rows?: unknown[][] }).rows?.reduce((sum, some) => sum + some.length, 0);
    return found === rows ? undefined : reply;
  };
  try {
    return await closedLoop(
      Array.from({ length: connections }, () => ask),
      seconds,
      atMost,
    );
  } finally {
    await connection.close();
  }
}
