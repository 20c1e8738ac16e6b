// The golden path at a steady rate for minutes: what it loses, and what grows meanwhile. See docs/bench.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Note } from '../all/figure.ts';
import { now, sendByTheClock } from '../golden-path/golden-run.ts';
import { GoldenWorld } from '../golden-path/golden-world.ts';
import { withPrivateStack } from '../private-stack.ts';
import type { Counts, ReceiverQuestion } from '../webhooks/receive.ts';
import { startWorker, type Worker } from '../worker.ts';
import { courseOf, type Course } from './course.ts';
import { noteSoak, printSoak } from './report.ts';
import type { Sample, SampleQuestion } from './sample.ts';
import { Traffic } from './traffic.ts';

const options = {
  minutes: { type: 'string', default: '10' },
  /** Takes about 70 % of two cores: `golden-path` spends 6.7 CPU-ms on an event at this rate. */
  rate: { type: 'string', default: '200' },
  users: { type: 'string', default: '500' },
  /** For CI: 20 seconds, a sample every second. */
  short: { type: 'boolean', default: false },
} as const;

const busiestTables = 5;
const renewTokensMs = 300_000;
const repeatedWithinMs = 5_000;

interface Plan {
  rate: number;
  users: number;
  seconds: number;
  secondsBetween: number;
}

/** Returns whether each event was accepted and arrived once. What grows is told, and does not fail. */
export async function soak(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({ args, options });
  const plan = {
    ...{ rate: Number(values.rate), users: Number(values.users) },
    ...(values.short
      ? { seconds: 20, secondsBetween: 1 }
      : { seconds: Number(values.minutes) * 60, secondsBetween: 10 }),
  };
  return withPrivateStack({}, signal, async (stack) => {
    const receiver = startWorker<ReceiverQuestion, Counts>(new URL('../webhooks/receive.ts', import.meta.url), signal);
    const sampler = startWorker<SampleQuestion, Sample>(new URL('./sample.ts', import.meta.url), signal);
    try {
      const { port } = await receiver.ask({ ask: 'port' });
      const world = await GoldenWorld.prepare(stack.describe(), plan.users);
      await world.listen(`http://127.0.0.1:${port}/points`);
      await receiver.ask({ ask: 'clear', watch: true });
      const traffic = new Traffic(world, receiver);
      const courses = await run(stack, { world, traffic, sampler }, plan, signal);
      printSoak(plan, traffic, courses);
      noteSoak(plan, traffic, courses, note);
      return traffic.refused === 0 && traffic.lost === 0 && traffic.doubled === 0;
    } finally {
      await Promise.all([receiver.stop(), sampler.stop()]);
    }
  });
}

interface Parts {
  world: GoldenWorld;
  traffic: Traffic;
  sampler: Worker<SampleQuestion, Sample>;
}

async function run(stack: Stack, parts: Parts, plan: Plan, signal: AbortSignal): Promise<Course[]> {
  const { world, traffic } = parts;
  const { rate, seconds, secondsBetween } = plan;
  const samples: Sample[] = [];
  const sending = sendByTheClock({ rate, count: rate * seconds, after: 0 }, (value) => traffic.send(value), signal);
  sending.catch(() => undefined); // it is awaited below
  const begun = now();
  let renewed = begun;
  for (let due = secondsBetween; due <= seconds; due = nextDue(begun, secondsBetween)) {
    await sleep(begun + due * 1_000 - now(), undefined, { signal });
    samples.push(await takeSample(stack, parts));
    if (now() - renewed < renewTokensMs) continue;
    await world.renewTokens();
    renewed = now();
  }
  await sending;
  await untilArrived(traffic, signal);
  return coursesOf(samples, secondsBetween);
}

/** A sample may take longer than the time to the next one, which is left out then. */
function nextDue(begun: number, secondsBetween: number): number {
  return (Math.floor((now() - begun) / 1_000 / secondsBetween) + 1) * secondsBetween;
}

async function takeSample(stack: Stack, { traffic, sampler }: Parts): Promise<Sample> {
  const { p50, p99 } = await traffic.window();
  const { processes, metrics } = stack.describe();
  const { postgres, nats } = stack.privateUrls;
  const { values, writes } = await sampler.ask({ processes, metrics: Object.values(metrics), postgres, nats });
  return { values: { 'latency, p50': p50, 'latency, p99': p99, ...values }, writes };
}

async function untilArrived(traffic: Traffic, signal: AbortSignal): Promise<void> {
  const giveUp = now() + 60_000;
  do {
    await sleep(500, undefined, { signal });
    await traffic.window();
  } while (traffic.lost > 0 && now() < giveUp);
  // A delivery that is repeated comes a second or two after the first one.
  await sleep(repeatedWithinMs, undefined, { signal });
  await traffic.window();
}

/** Shows dead rows only for the tables that are written most. */
function coursesOf(samples: Sample[], secondsBetween: number): Course[] {
  const last = samples.at(-1);
  const busy = Object.entries(last?.writes ?? {})
    .sort(([, a], [, b]) => b - a)
    .slice(0, busiestTables)
    .map(([name]) => name);
  return Object.keys(last?.values ?? {})
    .filter((name) => !name.startsWith('dead rows') || busy.includes(name))
    .map((name) =>
      courseOf(
        name,
        samples.map(({ values }) => values[name] ?? 0),
        secondsBetween,
      ),
    );
}
