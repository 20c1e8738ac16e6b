// The client of the baseline sends a NATS request for each read, as the gateway does.
import { connectNats } from '../../connect-nats.ts';
import { answerParent } from '../worker.ts';
import { closedLoop, type Ask, type Outcome } from './closed-loop.ts';

export interface NatsLoad {
  nats: string;
  subject: string;
  users: string[];
  connections: number;
  seconds: number;
}

answerParent(read);

async function read({ nats, subject, users, connections, seconds }: NatsLoad): Promise<Outcome> {
  const connection = await connectNats(nats, { noAsyncTraces: true });
  const ask: Ask = async () => {
    const user = users[Math.floor(Math.random() * users.length)] ?? '';
    const reply = (await connection.request(subject, user, { timeout: 5_000 })).string();
    return (JSON.parse(reply) as { cards?: unknown[] }).cards?.length === 1 ? undefined : reply;
  };
  try {
    return await closedLoop(
      Array.from({ length: connections }, () => ask),
      seconds,
    );
  } finally {
    await connection.close();
  }
}
