// Row 21 under load at two sizes, beside a bare NATS round trip with one query by an index. See docs/bench.md.
import type { Client } from 'pg';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import { describeProfile } from '../describe-profile.ts';
import type { Note } from '../all/figure.ts';
import { withPrivateStack } from '../private-stack.ts';
import { cpuSeconds } from '../process-usage.ts';
import { startWorker } from '../worker.ts';
import type { Baseline } from './answer-over-nats.ts';
import type { Outcome } from './closed-loop.ts';
import { blocksRead, fillCards, userOf } from './fill-cards.ts';
import { readOptions, type Options } from './options.ts';
import type { HttpLoad } from './read-over-http.ts';
import type { NatsLoad } from './read-over-nats.ts';
import { printReport, type Measured, type SizeFigures } from './report.ts';
import { signTokens } from './sign-tokens.ts';

const subject = 'bench.cards';
const usersAsked = 2_000;

/** Returns whether every answer held exactly the one card of its user. */
export async function cards(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const options = readOptions(args);
  const { profile, json } = options;
  const settings = profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` };
  let since = 0n;
  let processes: Record<string, number> = {};
  const sizes = await withPrivateStack(settings, signal, (stack) => {
    since = process.hrtime.bigint();
    processes = stack.describe().processes;
    return measureSizes(stack, options, signal);
  });
  const right = printReport(sizes, json, note);
  if (profile !== undefined)
    for (const name of ['gateway', 'cards'])
      console.error(describeProfile({ dir: profile, name, pid: processes[name] ?? 0, since }));
  return right;
}

async function measureSizes(stack: Stack, options: Options, signal: AbortSignal): Promise<SizeFigures[]> {
  return withClient(databaseUrl(stack.privateUrls.postgres, 'cards'), async (client) => {
    const figures: SizeFigures[] = [];
    let filled = 0;
    for (const size of options.sizes) {
      const begun = performance.now();
      await fillCards(client, filled, size, signal);
      console.error(`${size} cards after ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
      filled = size;
      figures.push(await measureSize(stack, client, size, options, signal));
    }
    return figures;
  });
}

async function measureSize(
  stack: Stack,
  client: Client,
  size: number,
  { seconds, rounds, connections }: Options,
  signal: AbortSignal,
): Promise<SizeFigures> {
  const users = Array.from({ length: usersAsked }, () => userOf(1 + Math.floor(Math.random() * size)));
  const { nats, postgres } = stack.privateUrls;
  const answering = startWorker<Baseline, string>(new URL('./answer-over-nats.ts', import.meta.url), signal);
  const overNats = startWorker<NatsLoad, Outcome>(new URL('./read-over-nats.ts', import.meta.url), signal);
  const overHttp = startWorker<HttpLoad, Outcome>(new URL('./read-over-http.ts', import.meta.url), signal);
  try {
    await answering.ask({ nats, subject, database: databaseUrl(postgres, 'cards'), pool: 10 });
    const port = Number(new URL(stack.describe().base_url).port);
    const tokens = await signTokens(stack, users);
    const { gateway = 0, cards: service = 0, nats: broker = 0, postgres: database = 0 } = stack.describe().processes;
    // Only the baseline counts the CPU of its client, which does the work of the gateway.
    const baseline = (time: number) =>
      withCpu([overNats.pid, answering.pid, broker, database], () =>
        overNats.ask({ nats, subject, users, connections, seconds: time }),
      );
    const product = (time: number, width = connections) =>
      withCpu([gateway, service, broker, database], () =>
        overHttp.ask({ port, tokens, connections: width, seconds: time }),
      );
    // Each token is verified and each page read once before the measurement.
    await product(Math.max(2, seconds));
    await baseline(1);
    const figures: SizeFigures = { size, baseline: [], product: [], alone: [], blocks: 0 };
    for (let round = 0; round < rounds; round += 1) {
      figures.baseline.push(await baseline(seconds));
      figures.product.push(await product(seconds));
      figures.alone.push(await product(Math.min(2, seconds), 1));
    }
    return { ...figures, blocks: await blocksRead(client, users[0] ?? '') };
  } finally {
    await Promise.all([answering.stop(), overNats.stop(), overHttp.stop()]);
  }
}

/** The CPU of all these processes together, in milliseconds for a read. Other load on the machine hardly changes it. */
async function withCpu(pids: number[], load: () => Promise<Outcome>): Promise<Measured> {
  const used = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = used();
  const outcome = await load();
  return { ...outcome, cpuMs: ((used() - before) * 1_000) / outcome.count };
}
