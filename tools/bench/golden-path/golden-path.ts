// The time from the 202 of an event to the delivery of what its campaign granted. See docs/bench.md.
import { parseArgs } from 'node:util';
import type { StackFile } from '../../../libs/local-stack/src/stack-file.ts';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Note } from '../all/figure.ts';
import { withPrivateStack } from '../private-stack.ts';
import type { Counts, ReceiverQuestion } from '../webhooks/receive.ts';
import { countingStatements, StatementCounts } from '../statement-counts.ts';
import { startWorker, type Worker } from '../worker.ts';
import { drain } from './backlog.ts';
import { findKnee } from './knee.ts';
import { besideChain } from './beside-chain.ts';
import { quantile } from './golden-run.ts';
import { GoldenWorld } from './golden-world.ts';

const options = {
  seconds: { type: 'string', default: '30' },
  rate: { type: 'string', default: '200' },
  users: { type: 'string', default: '500' },
  /** For the noisy machines of CI: five seconds, and times do not count. */
  short: { type: 'boolean', default: false },
  /** Doubles the rate until the p99 passes a second, and says what an event costs at each rate. */
  knee: { type: 'boolean', default: false },
  /** Lets so many events pile up while campaigns stands still, and measures how fast they are judged and delivered. */
  backlog: { type: 'string' },
  /** Counts statements, and names those that PostgreSQL works on longest. */
  statements: { type: 'boolean', default: false },
} as const;

/** A service that has run for hours has compiled its code. At 20/s that would take minutes. */
export const longWarmUp = { rate: 200, count: 2_000 };

/** Returns whether each event led to exactly one delivered booking, with a p99 below a second. */
export async function goldenPath(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({ args, options });
  const rate = Number(values.rate);
  const work = async (stack: Stack): Promise<boolean> => {
    const receiver = startWorker<ReceiverQuestion, Counts>(new URL('../webhooks/receive.ts', import.meta.url), signal);
    try {
      const world = await prepare(stack.describe(), receiver, Number(values.users));
      const parts = { stack, world, receiver };
      if (values.knee) return await findKnee(parts, { seconds: Number(values.seconds), note, signal });
      if (values.backlog !== undefined) return await drain(parts, { events: Number(values.backlog), note, signal });
      const seconds = values.short ? 5 : Number(values.seconds);
      const statements = values.statements ? () => StatementCounts.begin(stack.privateUrls.postgres) : undefined;
      const short = { rate, count: rate * 3 };
      const steady = { rate, seconds, warmUp: values.short ? short : longWarmUp, statements, note, signal };
      const times = await besideChain(parts, steady);
      return times.complete && (values.short || quantile(times.arrived, 0.99) < 1_000);
    } finally {
      await receiver.stop();
    }
  };
  return withPrivateStack({}, signal, work, values.statements ? countingStatements : {});
}

async function prepare(
  stack: StackFile,
  receiver: Worker<ReceiverQuestion, Counts>,
  users: number,
): Promise<GoldenWorld> {
  const { port } = await receiver.ask({ ask: 'port' });
  const world = await GoldenWorld.prepare(stack, users);
  await world.listen(`http://127.0.0.1:${port}/points`);
  return world;
}
