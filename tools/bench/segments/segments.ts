// Rows 28 and 30: a file of identifiers, from the socket to exact counts, beside bare SQL on the same file. See docs/bench.md.
import { parseArgs } from 'node:util';
import type { Stack } from '../../../deploy/local/stack.ts';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import { median } from '../ingest/median.ts';
import { prepareIngest } from '../ingest/prepare-ingest.ts';
import { withPrivateStack } from '../private-stack.ts';
import { prepareBare, runBare, type Bare } from './bare.ts';
import { measureBesideIngest, type BesideIngest } from './beside-ingest.ts';
import { copyConnections, fillIdentity } from './connections.ts';
import { fileOf, importFile, type Imported } from './import-file.ts';
import { printReport } from './report.ts';
import { watchMemory } from './watch-memory.ts';

export interface Size {
  identifiers: number;
  seconds: number;
  uploadSeconds: number;
  bareJoinSeconds: number;
  bareCountSeconds: number;
  /** Of each round's pair, to the median. */
  ratio: number;
  joinRatio: number;
  growthMb: Record<string, number>;
  exact: boolean;
}

export interface Report {
  connections: number;
  copySeconds: number;
  sizes: Size[];
  besideIngest: BesideIngest | undefined;
}

interface Options {
  sizes: number[];
  connections: number;
  rounds: number;
  seconds: number;
}

const help = `npm run bench -- segments [options]
  --short          10,000 identifiers against 20,000 connections, for a quick look
  --rounds <n>     medians are taken of (3)
  --seconds <n>    of each load of events beside uploads (8); 0 leaves that part out`;

const tell = (line: string): void => {
  console.error(line);
};

/** Whether every count was exact. */
export async function segments(args: string[], signal: AbortSignal): Promise<boolean> {
  const options = readOptions(args);
  const report = await withPrivateStack({}, signal, (stack) => measure(stack, options, signal));
  printReport(report);
  return report.sizes.every((size) => size.exact);
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      short: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '8' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const size = values.short
    ? { sizes: [1_000, 10_000], connections: 20_000 }
    : { sizes: [10_000, 100_000, 1_000_000], connections: 1_000_000 };
  return { ...size, rounds: Math.max(1, Number(values.rounds)), seconds: Number(values.seconds) };
}

async function measure(stack: Stack, options: Options, signal: AbortSignal): Promise<Report> {
  const { connections, seconds } = options;
  const server = stack.privateUrls.postgres;
  const { provider, base_url } = stack.describe();
  tell('the stack runs; making users');
  const prepared = await prepareIngest(stack.describe(), 1_000, signal);
  await withClient(databaseUrl(server, 'identity'), (client) => fillIdentity(client, provider, connections));
  tell(`${connections} connections made; the segments service copies them`);
  const copySeconds = await withClient(databaseUrl(server, 'segments'), (client) =>
    copyConnections(client, connections, signal),
  );
  await withClient(server, (client) => client.query('CREATE DATABASE bench_bare'));
  const target = { baseUrl: base_url, token: prepared.token, provider };
  return withClient(databaseUrl(server, 'bench_bare'), async (bare) => {
    await prepareBare(bare, provider, connections);
    const sizes: Size[] = [];
    for (const identifiers of options.sizes) {
      tell(`${identifiers} identifiers`);
      const run = { file: fileOf(identifiers, connections), identifiers, rounds: options.rounds };
      sizes.push(
        await measureSize(run, {
          bare: (file) => runBare(bare, provider, file),
          product: (file) => importFile(target, file, signal),
          processes: stack.describe().processes,
        }),
      );
    }
    const largest = fileOf(options.sizes.at(-1) ?? 0, connections);
    const besideIngest =
      seconds > 0 ? await measureBesideIngest(stack, prepared, { target, file: largest, seconds }, signal) : undefined;
    return { connections, copySeconds, sizes, besideIngest };
  });
}

interface Sides {
  bare: (file: Buffer) => Promise<Bare>;
  product: (file: Buffer) => Promise<Imported>;
  processes: Record<string, number>;
}

async function measureSize(
  { file, identifiers, rounds }: { file: Buffer; identifiers: number; rounds: number },
  sides: Sides,
): Promise<Size> {
  const pairs: { bare: Bare; product: Imported }[] = [];
  const memory = watchMemory(sides.processes);
  for (let round = 0; round < rounds; round += 1) {
    const bare = await sides.bare(file);
    pairs.push({ bare, product: await sides.product(file) });
  }
  const of = (figure: (pair: (typeof pairs)[number]) => number): number => median(pairs.map(figure));
  return {
    identifiers,
    seconds: of(({ product }) => product.seconds),
    uploadSeconds: of(({ product }) => product.uploadSeconds),
    bareJoinSeconds: of(({ bare }) => bare.joinSeconds),
    bareCountSeconds: of(({ bare }) => bare.countSeconds),
    ratio: of(({ bare, product }) => product.seconds / bare.countSeconds),
    joinRatio: of(({ bare, product }) => product.seconds / bare.joinSeconds),
    growthMb: memory.end(),
    exact: pairs.every(
      ({ bare, product }) =>
        product.counts.external === bare.counts.external && product.counts.internal === bare.counts.internal,
    ),
  };
}
