// The costs of work on 10,000 users again and again, and on users who come once, in tables of many. See docs/bench.md.
import { parseArgs } from 'node:util';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Note } from '../all/figure.ts';
import { fillUsers } from '../ingest/fill-users.ts';
import { median } from '../median.ts';
import { withPrivateStack } from '../private-stack.ts';
import { machine, table } from '../report-parts.ts';
import type { CostsOfEvent } from '../stack-costs.ts';
import { startWorker } from '../worker.ts';
import { fillLog } from './fill-log.ts';
import { GrowingStack, works, type Work, type Workers } from './growing-stack.ts';

const few = 10_000;

interface Size {
  users: number;
  events: number;
}

interface Pair {
  small: CostsOfEvent;
  large: CostsOfEvent;
}

interface Measured {
  /** The costs of few users before the tables grew, minutes earlier. */
  alone: CostsOfEvent | undefined;
  pairs: Pair[];
}

/** Returns whether each event arrived once. */
export async function growth(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      users: { type: 'string', default: '10000000' },
      events: { type: 'string', default: '20000000' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '7' },
      buffers: { type: 'string', default: '4GB' },
    },
  });
  const size = { users: Number(values.users), events: Number(values.events) };
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  const workers: Workers = {
    receiver: startWorker(new URL('../webhooks/receive.ts', import.meta.url), signal),
    generator: startWorker(new URL('../ingest/generate-load.ts', import.meta.url), signal),
    sender: startWorker(new URL('../identity/send-requests.ts', import.meta.url), signal),
  };
  const work = async (stack: Stack): Promise<boolean> => {
    const growing = await GrowingStack.prepare(stack, { workers, seconds, signal });
    const { postgres } = stack.privateUrls;
    const small = await fillUsers(postgres, few, signal);
    await growing.warmUp(small);
    const alone = new Map<Work, CostsOfEvent>();
    for (const each of works) alone.set(each, await growing.costsOf(each, small));
    const large = await fillUsers(postgres, size.users, signal, few);
    await fillLog(postgres, size, signal);
    await growing.warmUp(large);
    console.log(`\n${machine()}, ${described(size)}\n`);
    const rows: string[][] = [];
    for (const each of works) {
      const pairs: Pair[] = [];
      for (let round = 0; round < rounds; round += 1)
        pairs.push(await takeTurns(growing, each, { small, large }, round));
      rows.push(report(each, size, { alone: alone.get(each), pairs }, note));
    }
    console.log(table([['CPU of one', 'few before', 'few', 'many', 'ratio', 'rounds'], ...rows]).join('\n'));
    return growing.complete;
  };
  try {
    return await withPrivateStack({}, signal, work, { postgresSettings: { shared_buffers: values.buffers } });
  } finally {
    await Promise.all([workers.receiver.stop(), workers.generator.stop(), workers.sender.stop()]);
  }
}

/**
 * Few users and many take turns in one stack: a machine is slower by half within minutes, and of two equal gateways one may
 * take 40 % more CPU. Each begins every other round.
 */
async function takeTurns(
  growing: GrowingStack,
  work: Work,
  users: { small: string[]; large: string[] },
  round: number,
): Promise<Pair> {
  const first = round % 2 === 0 ? undefined : await growing.costsOf(work, users.large);
  const small = await growing.costsOf(work, users.small);
  const large = first ?? (await growing.costsOf(work, users.large));
  console.error(`${work}, few: ${small.summary}\n${work}, many: ${large.summary}`);
  return { small, large };
}

/** Tells the costs of the round whose ratio is the median, or the upper one of an even number. */
function report(work: Work, size: Size, { alone, pairs }: Measured, note: Note): string[] {
  const sorted = pairs.toSorted((one, other) => ratioOf(one) - ratioOf(other));
  const { small, large } = sorted[sorted.length >> 1] ?? {};
  const value = median(pairs.map(ratioOf));
  const costs = `of few ${small?.summary}; of many ${large?.summary}; of few before the tables grew ${alone?.summary}`;
  note({ work: `${work} among ${described(size)}, CPU by that of 10,000 of them`, value, unit: 'times', costs });
  const ms = (side: CostsOfEvent | undefined): string => `${side?.cpuMs.toFixed(3)} ms`;
  return [
    work,
    ms(alone),
    ms(small),
    ms(large),
    value.toFixed(2),
    pairs.map((pair) => ratioOf(pair).toFixed(2)).join(' '),
  ];
}

function ratioOf({ small, large }: Pair): number {
  return large.cpuMs / small.cpuMs;
}

function described({ users, events }: Size): string {
  return `${users.toLocaleString('en')} users and ${events.toLocaleString('en')} logged events`;
}
