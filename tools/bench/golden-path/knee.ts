// The highest rate at which events still arrive in time, and what an event costs on the way there.
import { machine, table } from '../report-parts.ts';
import { StackCosts } from '../stack-costs.ts';
import type { Circumstances, GoldenParts } from './golden-parts.ts';
import { quantile, runGolden } from './golden-run.ts';

const firstRate = 50;
const mostRate = 25_600;
/** The knee is found to an eighth of the last doubling. */
const bisections = 3;
const longestMs = 1_000;

interface Step {
  rate: number;
  p50: number;
  p99: number;
  cpuMs: number;
  switches: number;
  byProcess: string;
}

/** Returns whether each event arrived exactly once, also at the rates that were too high. */
export async function findKnee(
  parts: GoldenParts,
  { seconds, note, signal }: Circumstances & { seconds: number },
): Promise<boolean> {
  const steps: Step[] = [];
  let [sent, complete] = [0, true];
  const isCarried = async (rate: number): Promise<boolean> => {
    const costs = await StackCosts.begin(parts.stack);
    const count = Math.round(rate * seconds);
    const times = await runGolden(parts.world, parts.receiver, { rate, count, after: sent, mayRefuse: true }, signal);
    const { cpuMs, switches, byProcess } = await costs.perEvent(count);
    sent += count;
    complete &&= times.complete;
    const step = { rate, p50: quantile(times.arrived, 0.5), p99: quantile(times.arrived, 0.99) };
    steps.push({ ...step, cpuMs, switches, byProcess });
    console.error(
      `${rate}/s: p50 ${step.p50.toFixed(0)} ms, p99 ${step.p99.toFixed(0)} ms, ${cpuMs.toFixed(2)} CPU-ms, ${times.refused} refused`,
    );
    return times.complete && times.refused === 0 && step.p99 < longestMs;
  };
  await runGolden(parts.world, parts.receiver, { rate: firstRate, count: firstRate * 3, after: 0 }, signal); // warm-up
  sent = firstRate * 3;
  let carried = 0;
  let tooMuch = firstRate;
  while (tooMuch <= mostRate && (await isCarried(tooMuch))) {
    carried = tooMuch;
    tooMuch *= 2;
  }
  for (let left = bisections; left > 0 && carried > 0; left -= 1) {
    const between = Math.round((carried + tooMuch) / 2);
    if (await isCarried(between)) carried = between;
    else tooMuch = between;
  }
  report(steps, carried);
  const last = steps.findLast(({ rate }) => rate === carried);
  const costs = last && `at this rate p50 ${last.p50.toFixed(0)} ms, p99 ${last.p99.toFixed(0)} ms, ${last.byProcess}`;
  note({
    work: 'rewarded events until the p99 passes a second',
    value: carried,
    unit: '/s',
    ...(costs ? { costs } : {}),
  });
  return complete;
}

function report(steps: Step[], carried: number): void {
  const rows = steps
    .toSorted((one, other) => one.rate - other.rate)
    .map(({ rate, p50, p99, cpuMs, switches, byProcess }) => [
      `${rate}/s`,
      `${p50.toFixed(0)} ms`,
      `${p99.toFixed(0)} ms`,
      cpuMs.toFixed(2),
      switches.toFixed(1),
      byProcess,
    ]);
  console.log(`\n${machine()}\n`);
  const heads = ['rewarded events', 'p50', 'p99', 'CPU-ms of an event', 'context switches', 'what each hop costs'];
  for (const line of table([heads, ...rows])) console.log(line);
  console.log(`\n${carried}/s arrive with a p99 below a second`);
}
