// `npm run bench` runs every bench and writes what they noted into docs/performance.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { root } from '../built.ts';
import { machine } from '../report-parts.ts';
import type { Figure } from './figure.ts';
import { performancePage, type BenchRun, type Run } from './performance-page.ts';

/** The options of a bench when all are run: usually, and for the noisy machines of CI. */
export interface Included {
  name: string;
  usual: string[][];
  short: string[][];
  run: (args: string[], note: (figure: Figure) => void) => Promise<boolean>;
}

const data = join(root, 'docs/performance.json');
const page = join(root, 'docs/performance.md');

/** Keeps the figures of the run before beside the new ones. The short form prints the page and leaves the files alone. */
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
  const runs: BenchRun[] = [];
  for (const { name, usual, short, run } of benches) {
    if (values.only && !values.only.includes(name)) continue;
    for (const options of values.short ? short : usual) {
      signal.throwIfAborted();
      console.log(`\n=== ${[name, ...options].join(' ')}`);
      const figures: Figure[] = [];
      const passed = await run(options, (figure) => figures.push(figure));
      runs.push({ command: ['npm run bench --', name, ...options].join(' '), passed, figures });
    }
  }
  const now: Run = { machine: machine(), benches: runs };
  const before = lastRun();
  const text = await format(performancePage(now, before), { ...(await resolveConfig(page)), parser: 'markdown' });
  if (values.short) console.log(`\n${text}`);
  else {
    writeFileSync(page, text);
    writeFileSync(data, `${JSON.stringify(now, null, 2)}\n`);
    console.log('docs/performance.md is written');
  }
  for (const { command, passed } of runs) console.log(`${passed ? 'passed' : 'FAILED'}  ${command}`);
  return runs.every(({ passed }) => passed);
}

function lastRun(): Run | undefined {
  return existsSync(data) ? (JSON.parse(readFileSync(data, 'utf8')) as Run) : undefined;
}
