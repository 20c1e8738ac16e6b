// The events that campaigns judges in a second, beside a consumer that only takes the same facts. See docs/bench.md.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Note } from '../all/figure.ts';
import { median } from '../median.ts';
import { withPrivateStack } from '../private-stack.ts';
import { JudgingBench, type Figures } from './judging-bench.ts';

interface Scenario {
  name: string;
  /** Running campaigns, each on another event than the one that is sent. */
  apart: number;
  /** Running campaigns on the event that is sent. */
  together: number;
}

const scenarios: Scenario[] = [
  { name: '1 campaign', apart: 0, together: 1 },
  { name: '100 campaigns on different events', apart: 99, together: 1 },
  { name: '1,000 campaigns on different events', apart: 999, together: 1 },
  { name: '10 campaigns on the same event', apart: 0, together: 10 },
  { name: '1,000 campaigns, none on the event', apart: 1_000, together: 0 },
];

/** Returns whether every event had exactly its effects. */
export async function campaigns(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '3' },
      short: { type: 'boolean', default: false },
    },
  });
  const events = values.short ? 2_000 : Number(values.events);
  const rounds = values.short ? 1 : Number(values.rounds);
  return withPrivateStack({}, signal, async (stack) => {
    const { postgres, nats } = stack.privateUrls;
    const pid = stack.describe().processes['postgres'] ?? 0;
    const bench = await JudgingBench.open(postgres, nats, `bench${randomBytes(3).toString('hex')}`);
    try {
      return await measure(bench, { events, rounds, postgres: pid }, note, signal);
    } finally {
      await bench.close();
    }
  });
}

interface Extent {
  events: number;
  rounds: number;
  /** The process id. */
  postgres: number;
}

async function measure(bench: JudgingBench, extent: Extent, note: Note, signal: AbortSignal): Promise<boolean> {
  const { events, rounds, postgres } = extent;
  console.log(
    `${events} events in messages of 100 over 16 partitions, medians of ${rounds}; each event is worth a ledger entry`,
  );
  console.log('| | events/s | ratio to no-op | CPU-ms per event | rows written per event | counts agree |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  let agrees = true;
  await bench.warmUp(postgres);
  for (const scenario of scenarios) {
    const figures: (Figures & { ratio: number })[] = [];
    await bench.prepare(scenario.apart, scenario.together);
    for (let round = 0; round < rounds && !signal.aborted; round += 1) {
      // Baseline and product take turns, so that other load on the machine affects both.
      const baseline = await bench.drain(events, 'no-op', postgres);
      const product = await bench.drain(events, 'campaigns', postgres);
      figures.push({ ...product, ratio: product.perSecond / baseline.perSecond });
    }
    const good = figures.every((each) => each.granted === events * scenario.together);
    agrees &&= good;
    const of = (figure: (each: (typeof figures)[number]) => number): number => median(figures.map(figure));
    const perSecond = of((each) => each.perSecond);
    note({
      work: `events judged, ${scenario.name}`,
      value: perSecond,
      unit: '/s',
      ceiling: perSecond / of((each) => each.ratio),
      costs: `CPU-ms of an event ${of((each) => each.cpuMsPerEvent).toFixed(3)}, rows written ${of((each) => each.rowsPerEvent).toFixed(2)}`,
    });
    const cells = [
      scenario.name,
      perSecond.toFixed(0),
      of((each) => each.ratio).toFixed(2),
      of((each) => each.cpuMsPerEvent).toFixed(3),
      of((each) => each.rowsPerEvent).toFixed(2),
      good ? 'yes' : 'NO',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  return agrees && !signal.aborted;
}
