// Rows 28 and 30 with a file of identifiers, from the socket to exact counts, beside bare SQL on the same file. See
// docs/bench.md.
import { parseArgs } from 'node:util';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import type { Note } from '../all/figure.ts';
import { median } from '../median.ts';
import { prepareIngest } from '../ingest/prepare-ingest.ts';
import { withPrivateStack } from '../private-stack.ts';
import { prepareBare, runBare, type Bare } from './bare.ts';
import { measureBesideIngest } from './beside-ingest.ts';
import { copyConnections, fillIdentity } from './connections.ts';
import { failuresOf } from './failures.ts';
import { fileOf, fileOfOne, importFile, type Imported } from './import-file.ts';
import { measureOnePercent } from './one-percent.ts';
import { printReport, type Report, type Size } from './report.ts';
import { watchMemory } from './watch-memory.ts';

interface Options {
  sizes: number[];
  equal: number;
  connections: number;
  rounds: number;
  seconds: number;
  timed: boolean;
}

const help = `npm run bench -- segments [options]
  --short          10,000 identifiers against 20,000 connections: fails by counts and memory, and not by time
  --rounds <n>     medians are taken of (3; short: 1)
  --seconds <n>    of each load of events beside uploads (8; short: 0); 0 leaves that part out`;

const tell = (line: string): void => {
  console.error(line);
};

/** Returns whether counts and memory are right and, in a full run, the times. */
export async function segments(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const options = readOptions(args);
  const report = await withPrivateStack({}, signal, (stack) => measure(stack, options, signal));
  printReport(report);
  for (const { name, seconds, bareCountSeconds } of report.sizes)
    note({ work: `a segment of ${name} identifiers`, value: seconds, unit: 's', ceiling: bareCountSeconds });
  const { name, renewedSeconds, copySeconds } = report.onePercent;
  note({ work: `${name} identifiers with 1 % changed`, value: renewedSeconds, unit: 's', ceiling: copySeconds });
  const failures = failuresOf(report, options);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  return failures.length === 0;
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      short: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const usual = values.short
    ? { sizes: [1_000, 10_000], equal: 30_000, connections: 20_000, rounds: 1, seconds: 0, timed: false }
    : {
        sizes: [10_000, 100_000, 1_000_000],
        equal: 3_000_000,
        connections: 1_000_000,
        rounds: 3,
        seconds: 8,
        timed: true,
      };
  const { rounds = usual.rounds, seconds = usual.seconds } = values;
  return { ...usual, rounds: Math.max(1, Number(rounds)), seconds: Number(seconds) };
}

async function measure(stack: Stack, options: Options, signal: AbortSignal): Promise<Report> {
  const { connections, seconds } = options;
  const server = stack.privateUrls.postgres;
  const { provider, base_url } = stack.describe();
  tell('the stack runs; making users');
  const prepared = await prepareIngest(
    stack.describe(),
    { userCount: 1_000, postgres: stack.privateUrls.postgres },
    signal,
  );
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
    for (const run of filesOf(options)) {
      tell(run.name);
      sizes.push(
        await measureSize(
          { ...run, file: run.make(), rounds: options.rounds },
          {
            bare: (file) => runBare(bare, provider, file),
            product: (file) => importFile(target, file, signal),
            processes: stack.describe().processes,
          },
        ),
      );
    }
    const identifiers = options.sizes.at(-1) ?? 0;
    const largest = fileOf(identifiers, connections);
    tell(`${identifiers}, of which 1 % changes`);
    const { rounds } = options;
    const onePercent = await measureOnePercent(
      bare,
      target,
      { before: largest, identifiers, connections, rounds },
      signal,
    );
    const besideIngest =
      seconds > 0 ? await measureBesideIngest(stack, prepared, { target, file: largest, seconds }, signal) : undefined;
    return { connections, copySeconds, sizes, onePercent, besideIngest };
  });
}

interface NamedFile {
  name: string;
  distinct: boolean;
  /** Made one at a time, because several would not fit into memory. */
  make: () => Buffer;
}

function filesOf({ sizes, equal, connections }: Options): NamedFile[] {
  const distinct = sizes.map((count) => ({
    name: count.toLocaleString('en'),
    distinct: true,
    make: () => fileOf(count, connections),
  }));
  return [
    ...distinct,
    { name: `${equal.toLocaleString('en')} times the same`, distinct: false, make: () => fileOfOne(equal) },
  ];
}

interface Sides {
  bare: (file: Buffer) => Promise<Bare>;
  product: (file: Buffer) => Promise<Imported>;
  processes: Record<string, number>;
}

async function measureSize(
  { name, distinct, file, rounds }: { name: string; distinct: boolean; file: Buffer; rounds: number },
  sides: Sides,
): Promise<Size> {
  const pairs: { bare: Bare; product: Imported }[] = [];
  const growths: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await sides.bare(file);
    // The session of the bare SQL is a process of PostgreSQL as well, and sorts in more memory.
    const memory = watchMemory(sides.processes);
    pairs.push({ bare, product: await sides.product(file) });
    growths.push(memory.end());
  }
  const of = (figure: (pair: (typeof pairs)[number]) => number): number => median(pairs.map(figure));
  return {
    name,
    distinct,
    seconds: of(({ product }) => product.seconds),
    uploadSeconds: of(({ product }) => product.uploadSeconds),
    bareJoinSeconds: of(({ bare }) => bare.joinSeconds),
    bareCountSeconds: of(({ bare }) => bare.countSeconds),
    ratio: of(({ bare, product }) => product.seconds / bare.countSeconds),
    joinRatio: of(({ bare, product }) => product.seconds / bare.joinSeconds),
    growthMb: largest(growths),
    wrong: pairs.flatMap(({ bare, product }) => {
      const [expected, counted] = [JSON.stringify(bare.counts), JSON.stringify(product.counts)];
      return expected === counted ? [] : [`${counted} instead of ${expected}`];
    }),
  };
}

function largest(growths: Record<string, number>[]): Record<string, number> {
  const names = Object.keys(growths[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, Math.max(...growths.map((growth) => growth[name] ?? 0))]));
}
