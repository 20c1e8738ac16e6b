// Rows 3, 4, 7, 21, 22 and 24, each beside a bare process that sends the same statements. See docs/bench.md.
import type { Note } from '../all/figure.ts';
import type { Outcome } from '../cards/closed-loop.ts';
import type { HttpLoad } from '../cards/read-over-http.ts';
import { describeProfile } from '../describe-profile.ts';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import { withPrivateStack } from '../private-stack.ts';
import { countingStatements } from '../statement-counts.ts';
import { startWorker } from '../worker.ts';
import { measureRow, type ReadRow, type RowFigures } from './measure-row.ts';
import { readOptions, type Options } from './options.ts';
import { prepare, readOnce, type World } from './prepare-reads.ts';
import { printReport } from './report.ts';

/** The rows are read for so many times `--seconds` before the measurement. */
const warmUps = 3;

/** Returns whether every answer was right. */
export async function reads(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const options = readOptions(args);
  const { profile: dir } = options;
  const settings = dir === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${dir}` };
  let since = 0n;
  let processes: Record<string, number> = {};
  const measured = await withPrivateStack(
    settings,
    signal,
    async (stack) => {
      processes = stack.describe().processes;
      const world = await prepare(stack, options.users);
      since = process.hrtime.bigint();
      return withClient(databaseUrl(stack.privateUrls.postgres, 'postgres'), async (counter) => {
        const figures: RowFigures[] = [];
        const rows = await readAll(options, world, signal);
        for (const each of rows) figures.push(await measureRow(each, { stack, world, counter }, options, signal));
        return figures;
      });
    },
    countingStatements,
  );
  const right = printReport(measured, note);
  if (dir !== undefined)
    for (const name of ['gateway', 'identity', 'cards'])
      console.error(describeProfile({ dir, name, pid: processes[name] ?? 0, since }));
  return right;
}

/** Reads all rows in turn for a while, because a service that has run for hours has compiled its code. */
async function readAll({ rows, seconds, connections }: Options, world: World, signal: AbortSignal): Promise<ReadRow[]> {
  const known: ReadRow[] = [];
  for (const row of rows) known.push({ row, reads: await readOnce(row, world) });
  const overHttp = startWorker<HttpLoad, Outcome>(new URL('../cards/read-over-http.ts', import.meta.url), signal);
  try {
    const all = known.flatMap(({ reads }) => reads);
    await overHttp.ask({ port: world.port, reads: all, connections, seconds: warmUps * seconds });
  } finally {
    await overHttp.stop();
  }
  return known;
}
