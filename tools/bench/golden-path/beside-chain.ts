// The product at a steady rate, and in turn with it the chain: the first half of its events before the product's, the other half after.
import type { Times } from './golden-run.ts';
import { quantile, runGolden, sort } from './golden-run.ts';
import type { Counts, ReceiverQuestion } from '../webhooks/receive.ts';
import { machine, table } from '../report-parts.ts';
import { StackCosts, type CostsOfEvent } from '../stack-costs.ts';
import type { StatementCounts } from '../statement-counts.ts';
import { startWorker } from '../worker.ts';
import { Chain, type Spent } from './chain/chain.ts';
import type { Circumstances, GoldenParts } from './golden-parts.ts';

interface Steady extends Circumstances {
  rate: number;
  seconds: number;
  warmUp: { rate: number; count: number };
  statements: (() => Promise<StatementCounts>) | undefined;
}

const restSeconds = 5;

interface ChainTimes extends Omit<Spent, 'seconds'> {
  times: Times;
  /** The part of PostgreSQL and NATS that the idle product took, already taken off. */
  takenOff: Omit<Spent, 'seconds'>;
}

/** The times of the product. They are complete only if those of the chain are, too. */
export async function besideChain(parts: GoldenParts, steady: Steady): Promise<Times> {
  const { signal, warmUp, rate, seconds } = steady;
  const receiver = startWorker<ReceiverQuestion, Counts>(new URL('../webhooks/receive.ts', import.meta.url), signal);
  try {
    const chain = await Chain.start(parts.stack, (await receiver.ask({ ask: 'port' })).port, signal);
    try {
      const { port } = chain;
      const { world } = parts;
      const [warm, warmChain] = await Promise.all([
        runGolden(world, parts.receiver, { ...warmUp, after: 0 }, signal),
        chain.spentOn(() => runGolden(world, receiver, { ...warmUp, after: 0, port }, signal)),
      ]);
      const half = Math.ceil((rate * seconds) / 2);
      const halfOfChain = (after: number) =>
        chain.spentOn(() => runGolden(world, receiver, { rate, count: half, after, port }, signal));
      const first = await halfOfChain(warmUp.count);
      const product = await measureProduct(parts, steady);
      const other = await halfOfChain(warmUp.count + half);
      const idle = await chain.stopAndCountIdle(Math.min(restSeconds, seconds / 2), signal);
      const times = together(first.result, other.result);
      const ofEvent = (key: keyof Spent): number => (first.spent[key] + other.spent[key]) / (2 * half);
      const idleSeconds = ofEvent('seconds') / idle.seconds;
      const takenOff = { cpuMs: idle.cpuMs * idleSeconds, switches: idle.switches * idleSeconds };
      const complete = [warm, warmChain.result, times, product.times].every((each) => each.complete);
      const costsOfChain = {
        cpuMs: ofEvent('cpuMs') - takenOff.cpuMs,
        switches: ofEvent('switches') - takenOff.switches,
      };
      const ofChain = { times, takenOff, ...costsOfChain };
      report(rate, product, ofChain, complete);
      if (complete) noteRatios(steady, product, ofChain);
      return { ...product.times, complete };
    } finally {
      await chain.stop();
    }
  } finally {
    await receiver.stop();
  }
}

interface ProductTimes {
  times: Times;
  costs: CostsOfEvent;
  statements: string[];
}

async function measureProduct(parts: GoldenParts, steady: Steady): Promise<ProductTimes> {
  const { rate, seconds, warmUp, signal } = steady;
  const count = rate * seconds;
  const statements = await steady.statements?.();
  const costs = await StackCosts.begin(parts.stack);
  const times = await runGolden(parts.world, parts.receiver, { rate, count, after: warmUp.count }, signal);
  return { times, costs: await costs.perEvent(count), statements: (await statements?.perEvent(count)) ?? [] };
}

function together(one: Times, other: Times): Times {
  return {
    accepted: sort([...one.accepted, ...other.accepted]),
    arrived: sort([...one.arrived, ...other.arrived]),
    refused: one.refused + other.refused,
    complete: one.complete && other.complete,
  };
}

function noteRatios({ rate, note }: Steady, { times, costs }: ProductTimes, chain: ChainTimes): void {
  const work = `rewarded events at ${rate}/s`;
  const arrival = `${work}, from the 202 to the arrival`;
  const ofBoth = (share: number) => ({
    value: quantile(times.arrived, share),
    unit: 'ms',
    ceiling: quantile(chain.times.arrived, share),
  });
  note({ work: `${arrival}, p50`, ...ofBoth(0.5), costs: costs.summary });
  note({ work: `${arrival}, p99`, ...ofBoth(0.99) });
  note({ work: `${work}, CPU of each`, value: costs.cpuMs, unit: 'CPU-ms', ceiling: chain.cpuMs });
  note({ work: `${work}, context switches of each`, value: costs.switches, unit: '', ceiling: chain.switches });
}

function report(rate: number, product: ProductTimes, chain: ChainTimes, complete: boolean): void {
  const { accepted, arrived } = product.times;
  const cells = (sorted: number[]): string[] =>
    [0.5, 0.95, 0.99, 1].map(
      (share) => `${(share === 1 ? (sorted.at(-1) ?? 0) : quantile(sorted, share)).toFixed(1)} ms`,
    );
  const times = table([
    ['', 'p50', 'p95', 'p99', 'max'],
    ['until the 202 (baseline)', ...cells(accepted)],
    ['from the 202 to the arrival', ...cells(arrived)],
    ['chain: until the 202', ...cells(chain.times.accepted)],
    ['chain: from the 202 to the arrival', ...cells(chain.times.arrived)],
  ]);
  const ratio = (value: number, ceiling: number): string => (value / ceiling).toFixed(2);
  const ratioAt = (share: number): string => ratio(quantile(arrived, share), quantile(chain.times.arrived, share));
  const { costs, statements } = product;
  const costRows = table([
    ['for each event', 'product', 'chain', 'ratio'],
    ['CPU-ms', costs.cpuMs.toFixed(2), chain.cpuMs.toFixed(2), ratio(costs.cpuMs, chain.cpuMs)],
    ['context switches', costs.switches.toFixed(1), chain.switches.toFixed(1), ratio(costs.switches, chain.switches)],
  ]);
  console.log(`\n${machine()}\n\n${arrived.length} events at ${rate}/s, each judged, booked, signed and delivered\n`);
  console.log(times.join('\n'));
  console.log(`\nproduct by chain: p50 ${ratioAt(0.5)}, p99 ${ratioAt(0.99)}\n`);
  console.log(costRows.join('\n'));
  const { takenOff } = chain;
  console.log(
    `\ntaken off the chain for the idle product: ${takenOff.cpuMs.toFixed(2)} CPU-ms, ${takenOff.switches.toFixed(1)} switches`,
  );
  console.log(`\nratio of the p99s ${ratio(quantile(arrived, 0.99), quantile(accepted, 0.99))}`);
  console.log(
    complete ? 'each event arrived exactly once, also through the chain' : 'NOT EACH EVENT ARRIVED EXACTLY ONCE',
  );
  for (const line of ['', ...costs.lines, ...statements]) console.log(line);
}
