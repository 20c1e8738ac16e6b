// Measures the cost of metrics and traces: the same loads on stacks that run side by side and take turns. See docs/bench.md.
import { parseArgs } from 'node:util';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Load, Outcome } from '../ingest/load.ts';
import type { Note } from '../all/figure.ts';
import { median } from '../median.ts';
import { withPrivateStack } from '../private-stack.ts';
import { machine, table } from '../report-parts.ts';
import type { Counts, ReceiverQuestion } from '../webhooks/receive.ts';
import { startWorker } from '../worker.ts';
import type { Collected } from './collect.ts';
import { WatchedStack, type Round, type Workers } from './watched-stack.ts';

interface Variant {
  name: string;
  settings: NodeJS.ProcessEnv;
  isScraped: boolean;
}

const options = {
  rounds: { type: 'string', default: '9' },
  seconds: { type: 'string', default: '4' },
  /** `metrics` or `traces` */
  only: { type: 'string' },
} as const;

const noMetrics = new URL('./no-metrics.cjs', import.meta.url).pathname;
const withoutMetrics = { name: 'nothing', settings: { NODE_OPTIONS: `--require ${noMetrics}` }, isScraped: false };
const withMetrics = { name: 'metrics', settings: {}, isScraped: true };

/** Returns true: what watching costs is told, not judged. */
export async function watching(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({ args, options });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const workers = {
    generator: startWorker<Load, Outcome>(new URL('../ingest/generate-load.ts', import.meta.url), signal),
    receiver: startWorker<ReceiverQuestion, Counts>(new URL('../webhooks/receive.ts', import.meta.url), signal),
  };
  const collector = startWorker<object, Collected>(new URL('./collect.ts', import.meta.url), signal);
  try {
    const { port } = await collector.ask({});
    const traced = (share: number): Variant => ({
      name: `traces at ${share * 100} %`,
      settings: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_TRACES_SAMPLER_ARG: String(share),
      },
      isScraped: true,
    });
    console.log(`\n${machine()}, ${rounds} rounds of ${seconds} s\n`);
    const comparisons = {
      metrics: [withoutMetrics, withMetrics],
      traces: [withMetrics, traced(0.01), traced(1)],
    };
    for (const [name, variants] of Object.entries(comparisons)) {
      if (values.only !== undefined && values.only !== name) continue;
      const results = await takeTurns(variants, { workers, rounds, seconds }, signal);
      console.log(`${reportOf(variants, results).join('\n')}\n`);
      noteRatios(variants, results, note);
    }
    console.log(`the collector got ${Math.round((await collector.ask({})).bytes / 1_000_000)} MB of spans`);
    return true;
  } finally {
    await Promise.all([workers.generator.stop(), workers.receiver.stop(), collector.stop()]);
  }
}

interface Turns {
  workers: Workers;
  rounds: number;
  seconds: number;
}

/** All stacks run at once, so that each waits while another one works, and the load of the machine meets all alike. */
async function takeTurns(variants: Variant[], turns: Turns, signal: AbortSignal): Promise<Round[][]> {
  return withStacks(variants, [], signal, async (stacks) => {
    const watched: WatchedStack[] = [];
    try {
      for (const [place, stack] of stacks.entries()) {
        const each = await WatchedStack.prepare(stack, turns.workers, signal);
        watched.push(each);
        if (variants[place]?.isScraped) each.scrape();
        await each.round(turns.seconds); // warm-up
      }
      const results: Round[][] = watched.map(() => []);
      for (let round = 0; round < turns.rounds; round += 1) {
        const order = watched.map((_, place) => (place + round) % watched.length);
        for (const place of order) {
          const figures = await watched[place]?.round(turns.seconds);
          if (figures) results[place]?.push(figures);
        }
        console.error(`round ${round + 1} of ${turns.rounds}`);
      }
      return results;
    } finally {
      await Promise.all(watched.map((each) => each.stop()));
    }
  });
}

async function withStacks<T>(
  [variant, ...others]: Variant[],
  running: Stack[],
  signal: AbortSignal,
  work: (stacks: Stack[]) => Promise<T>,
): Promise<T> {
  if (!variant) return work(running);
  return withPrivateStack(variant.settings, signal, (stack) => withStacks(others, [...running, stack], signal, work));
}

const figures: [title: string, key: keyof Round, unit: string, digits: number][] = [
  ['ingest', 'ingestPerSecond', '/s', 0],
  ['ingest, CPU of an event', 'ingestCpu', 'ms', 3],
  ['golden path at 100/s, p50', 'goldenP50', 'ms', 1],
  ['golden path, CPU of an event', 'goldenCpu', 'ms', 2],
  ['webhooks', 'webhooksPerSecond', '/s', 0],
  ['webhooks, CPU of an event', 'webhooksCpu', 'ms', 4],
];

interface Compared {
  variant: string;
  middle: number;
  /** The median of the ratios to the first variant in the same round. */
  ratio: number;
}

function compare(variants: Variant[], results: Round[][], key: keyof Round): Compared[] {
  const [first = []] = results;
  return results.map((rounds, place) => ({
    variant: variants[place]?.name ?? '',
    middle: median(rounds.map((each) => each[key])),
    ratio: median(rounds.map((each, round) => each[key] / (first[round]?.[key] ?? NaN))),
  }));
}

function reportOf(variants: Variant[], results: Round[][]): string[] {
  return table([
    ['', ...variants.flatMap(({ name }, place) => (place === 0 ? [name] : [name, 'ratio']))],
    ...figures.map(([title, key, unit, digits]) => [
      `${title} (${unit})`,
      ...compare(variants, results, key).flatMap(({ middle, ratio }, place) =>
        place === 0 ? [middle.toFixed(digits)] : [middle.toFixed(digits), ratio.toFixed(3)],
      ),
    ]),
  ]);
}

function noteRatios(variants: Variant[], results: Round[][], note: Note): void {
  for (const [title, key] of figures) {
    const [first, ...others] = compare(variants, results, key);
    for (const { variant, ratio } of others)
      note({ work: `${title}: ${variant} by ${first?.variant ?? ''}`, value: ratio, unit: 'times' });
  }
}
