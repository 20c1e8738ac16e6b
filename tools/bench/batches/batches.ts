// Events over the batch route beside single ones (row 2), on the same stack and in turn. See docs/bench.md.
import { parseArgs } from 'node:util';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Note } from '../all/figure.ts';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import type { Load, Outcome } from '../ingest/load.ts';
import { eventName, prepareIngest } from '../ingest/prepare-ingest.ts';
import { awaitRelay, countRecords, waitingInLog } from '../ingest/records.ts';
import { median } from '../median.ts';
import { withPrivateStack } from '../private-stack.ts';
import { cpuSeconds } from '../process-usage.ts';
import { machine, table } from '../report-parts.ts';
import { startWorker, type Worker } from '../worker.ts';

const options = {
  seconds: { type: 'string', default: '4' },
  rounds: { type: 'string', default: '3' },
  users: { type: 'string', default: '2000' },
  /** Events in a request of the batch route. */
  size: { type: 'string', default: '100' },
} as const;

/** Single events have many connections, so that both ways keep the service busy. */
const ways = { 'single events': { connections: 128 }, batches: { connections: 8 } } as const;
type Way = keyof typeof ways;

interface Round {
  perSecond: number;
  /** CPU of an event in all processes, and in each. */
  cpuMs: number;
  byProcess: Record<string, number>;
}

/** Returns whether every event was accepted and is in the log once. */
export async function batches(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({ args, options });
  const plan = { seconds: Number(values.seconds), rounds: Number(values.rounds), size: Number(values.size) };
  const { rounds, agrees } = await withPrivateStack({}, signal, (stack) =>
    measure(stack, { ...plan, users: Number(values.users) }, signal),
  );
  const of = (way: Way, figure: 'perSecond' | 'cpuMs'): number => median(rounds[way].map((each) => each[figure]));
  const row = (way: Way): string[] => [
    way,
    `${of(way, 'perSecond').toFixed(0)}/s`,
    rounds[way].map(({ perSecond }) => perSecond.toFixed(0)).join(' '),
    of(way, 'cpuMs').toFixed(3),
    costsOf(rounds[way]),
  ];
  console.log(`\n${machine()}\n`);
  const heads = ['', 'events accepted', 'by round', 'CPU-ms of an event', 'most of it'];
  for (const line of table([heads, row('single events'), row('batches')])) console.log(line);
  const times = of('batches', 'perSecond') / of('single events', 'perSecond');
  console.log(`\nbatches of ${plan.size} bring ${times.toFixed(1)} times as many events`);
  console.log(agrees ? 'counts agree' : 'COUNTS DISAGREE');
  for (const [work, way] of [
    [`events in batches of ${plan.size}`, 'batches'],
    ['the same as single events', 'single events'],
  ] as const) {
    const costs = `CPU-ms of an event ${of(way, 'cpuMs').toFixed(3)}: ${costsOf(rounds[way])}`;
    note({ work, value: of(way, 'perSecond'), unit: '/s', costs });
  }
  return agrees;
}

/** The dearest processes, as medians of the rounds. */
function costsOf(rounds: Round[]): string {
  const names = Object.keys(rounds[0]?.byProcess ?? {});
  const costs = names.map((name): [string, number] => [
    name,
    median(rounds.map(({ byProcess }) => byProcess[name] ?? 0)),
  ]);
  const most = costs.sort(([, a], [, b]) => b - a).slice(0, 4);
  return most.map(([name, ms]) => `${name} ${ms.toFixed(3)}`).join(', ');
}

interface Plan {
  seconds: number;
  rounds: number;
  size: number;
  users: number;
}

async function measure(
  stack: Stack,
  plan: Plan,
  signal: AbortSignal,
): Promise<{ rounds: Record<Way, Round[]>; agrees: boolean }> {
  const { base_url, processes } = stack.describe();
  const server = stack.privateUrls.postgres;
  const { token, users } = await prepareIngest(stack.describe(), { userCount: plan.users, postgres: server }, signal);
  const generator = startWorker<Load, Outcome>(new URL('../ingest/generate-load.ts', import.meta.url), signal);
  const load = { port: Number(new URL(base_url).port), token, users, eventName, seconds: plan.seconds };
  try {
    return await withClient(databaseUrl(server, 'events'), async (client) => {
      const rounds: Record<Way, Round[]> = { 'single events': [], batches: [] };
      let accepted = 0;
      let refused = false;
      for (let round = 0; round <= plan.rounds; round += 1) {
        for (const way of ['single events', 'batches'] as const) {
          const before = cpuOf(processes);
          const outcome = await send(generator, { ...load, ...ways[way] }, way === 'batches' ? plan.size : undefined);
          await awaitRelay(client, waitingInLog, signal);
          const events = acceptedOf(outcome, plan.size);
          const cpu = Object.entries(cpuOf(processes)).map(([name, seconds]): [string, number] => [
            name,
            ((seconds - (before[name] ?? 0)) * 1_000) / Math.max(1, events),
          ]);
          const cpuMs = cpu.reduce((sum, [, ms]) => sum + ms, 0);
          const byProcess = Object.fromEntries(cpu);
          // The first round compiles code.
          if (round > 0) rounds[way].push({ perSecond: outcome.perSecond, cpuMs, byProcess });
          accepted += events;
          refused ||= outcome.refusal !== undefined || outcome.unanswered > 0;
          if (outcome.refusal !== undefined) console.error(`${way}: ${outcome.refusal.slice(0, 500)}`);
        }
      }
      // Only now: a count of the whole log takes more of PostgreSQL than a round, and of its buffers.
      const { events, distinct, keys } = await countRecords(client);
      const agrees = !refused && events === accepted && distinct === events && keys === events;
      return { rounds, agrees };
    });
  } finally {
    await generator.stop();
  }
}

/** Takes each batch for accepted as a whole: the bench fails when an event is refused. */
function acceptedOf({ statuses }: Outcome, size: number): number {
  return (statuses['202'] ?? 0) + (statuses['207'] ?? 0) * size;
}

function send(generator: Worker<Load, Outcome>, load: Load, batch: number | undefined): Promise<Outcome> {
  return generator.ask(batch === undefined ? load : { ...load, batch });
}

function cpuOf(processes: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, cpuSeconds(pid)]));
}
