// `npm run bench` runs every bench and writes what they noted into docs/performance.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { root } from '../built.ts';
import { machine } from '../report-parts.ts';
import type { Figure } from './figure.ts';
import { performancePage, withRun, type BenchRun } from './performance-page.ts';

/** The options of a bench when all are run: usually, and for the noisy machines of CI. */
export interface Included {
  name: string;
  usual: string[][];
  short: string[][];
  run: (args: string[], note: (figure: Figure) => void) => Promise<boolean>;
}

const data = join(root, 'docs/performance.json');
const page = join(root, 'docs/performance.md');

/** A bench that is run again keeps its last figures beside the new ones. The short form leaves the page alone. */
export async function all(benches: Included[], args: string[], signal: AbortSignal): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log('npm run bench -- [--short] [--only <name>]…   all benches, or those named; see docs/bench.md');
    return true;
  }
  const chosen = benches.filter(({ name }) => values.only?.includes(name) ?? true);
  const runs = chosen.flatMap((bench) =>
    (values.short ? bench.short : bench.usual).map((options) => ({ bench, options })),
  );
  const results: BenchRun[] = [];
  for (const { bench, options } of runs) {
    signal.throwIfAborted();
    results.push(await runOne(bench, options));
    if (!values.short) await record(results.at(-1));
  }
  console.log();
  for (const { command, passed } of results) console.log(`${passed ? 'passed' : 'FAILED'}  ${command}`);
  return results.every(({ passed }) => passed);
}

/** A bench that breaks off does not stop the others. */
async function runOne({ name, run }: Included, options: string[]): Promise<BenchRun> {
  const command = ['npm run bench --', name, ...options].join(' ');
  console.log(`\n=== ${command}`);
  const figures: Figure[] = [];
  let passed = false;
  try {
    passed = await run(options, (figure) => figures.push(figure));
  } catch (error) {
    console.error(error);
  }
  return { command, machine: machine(), passed, figures };
}

/** Writes each result at once, so that a run that is stopped loses none. */
async function record(run: BenchRun | undefined): Promise<void> {
  if (!run || run.figures.length === 0) return;
  const known = existsSync(data) ? (JSON.parse(readFileSync(data, 'utf8')) as BenchRun[]) : [];
  const runs = withRun(known, run);
  writeFileSync(data, `${JSON.stringify(runs, null, 2)}\n`);
  writeFileSync(page, await format(performancePage(runs), { ...(await resolveConfig(page)), parser: 'markdown' }));
}
