// The cost of a stack without requests. See docs/bench.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { connectNats } from '../../connect-nats.ts';
import type { Note } from '../all/figure.ts';
import { withPrivateStack } from '../private-stack.ts';
import { readUse, useBetween } from '../process-usage.ts';
import { machine, table } from '../report-parts.ts';
import { countingStatements, StatementCounts } from '../statement-counts.ts';

const options = {
  /** V8 compiles and collects for five minutes after a start. */
  wait: { type: 'string', default: '300' },
  seconds: { type: 'string', default: '60' },
  statements: { type: 'boolean', default: false },
} as const;

interface Use {
  cpu: number;
  switches: number;
}

/** Never fails for being slow. */
export async function idle(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({ args, options });
  const [wait, seconds] = [Number(values.wait), Number(values.seconds)];
  return withPrivateStack(
    {},
    signal,
    async (stack) => {
      await sleep(wait * 1_000, undefined, { signal });
      const statements = values.statements ? await StatementCounts.begin(stack.privateUrls.postgres) : undefined;
      const rows = await watch(stack, seconds, signal);
      // The looks of the bench itself would count otherwise.
      const messages = await countMessages(stack.privateUrls.nats, 10, signal);
      const sum = (key: keyof Use): number => rows.reduce((all, [, use]) => all + use[key], 0);
      const byProcess = rows.map(([name, { cpu }]) => `${name} ${cpu.toFixed(2)}`).join(', ');
      const costs = `${sum('switches').toFixed(0)} context switches and ${messages.toFixed(1)} messages published in NATS a second; of a core ${byProcess}`;
      note({ work: `an idle stack, ${wait} s after its start`, value: sum('cpu'), unit: '% of a core', costs });
      console.log(
        `\n${machine()}, ${seconds} s, ${wait} s after the start; messages of NATS ${messages.toFixed(1)}/s\n`,
      );
      const cells = [['all', { cpu: sum('cpu'), switches: sum('switches') }] as const, ...rows];
      const shown = cells.map(([name, { cpu, switches }]) => [name, cpu.toFixed(2), switches.toFixed(1)]);
      console.log(table([['', '% of a core', 'switches/s'], ...shown]).join('\n'));
      if (statements)
        console.log((await statements.perEvent(seconds + 10)).join('\n').replaceAll('each event', 'each second'));
      return true;
    },
    values.statements ? countingStatements : {},
  );
}

async function watch(stack: Stack, seconds: number, signal: AbortSignal): Promise<[string, Use][]> {
  const { processes } = stack.describe();
  const before = readUse(processes);
  const begun = performance.now();
  await sleep(seconds * 1_000, undefined, { signal });
  const after = readUse(processes);
  const passed = (performance.now() - begun) / 1_000;
  const used = [...useBetween(before, after)].map(([name, { cpuSeconds, switches }]): [string, Use] => [
    name,
    { cpu: (cpuSeconds / passed) * 100, switches: switches / passed },
  ]);
  return used.sort(([, a], [, b]) => b.cpu - a.cpu);
}

/** All that clients and NATS itself publish in a second, heartbeats as well. */
async function countMessages(url: string, seconds: number, signal: AbortSignal): Promise<number> {
  const connection = await connectNats(url);
  try {
    let count = 0;
    connection.subscribe('>', {
      callback: () => {
        count += 1;
      },
    });
    await connection.flush();
    await sleep(seconds * 1_000, undefined, { signal });
    return count / seconds;
  } finally {
    await connection.close();
  }
}
