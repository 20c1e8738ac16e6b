import { median, medianMeasured } from '../median.ts';
import type { Bench, Measured, Side } from './measure.ts';
import type { Options } from './options.ts';

const warmUpSeconds = 3;
const latencyConnections = 256;
/** The share of its maximum that a healthy service should carry. */
const comfortable = 0.7;
/** A load so small that little gathers. */
const small = 0.1;

export interface SideFigures {
  connections: number;
  /** Events accepted in a second under saturation, for each round. */
  perSecond: number[];
  saturated: Measured;
  rate: number;
  comfortable: Measured;
  /** At a tenth of the maximum. */
  small: Measured;
  /** CPU per event there, divided by that at the maximum. */
  smallLoadRatio: number;
}

export type Figures = Record<'ceiling' | 'product', SideFigures> & {
  ratio: number;
  /** CPU per event of the ceiling, divided by that of the product: the ratio if CPU were the only limit. */
  cpuRatio: number;
};

/** Product and ceiling take turns, because the load of the machine varies. Medians ignore very bad rounds. */
export async function runRounds(
  bench: Bench,
  sides: { ceiling: Side; product: Side },
  options: Options,
  tell: (line: string) => void,
): Promise<Figures> {
  const connections = {
    ceiling: await warmUp(bench, sides.ceiling, options.connections),
    product: await warmUp(bench, sides.product, options.connections),
  };
  const saturated: Record<Side['name'], Measured[]> = { ceiling: [], product: [] };
  const steady: Record<Side['name'], Measured[]> = { ceiling: [], product: [] };
  const rates: Record<Side['name'], number[]> = { ceiling: [], product: [] };
  const little: Record<Side['name'], Measured[]> = { ceiling: [], product: [] };
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const side of [sides.ceiling, sides.product]) {
      const { seconds } = options;
      const most = await bench.measure(side, { connections: connections[side.name], seconds });
      saturated[side.name].push(most);
      const rate = options.rate ?? Math.floor(most.outcome.perSecond * comfortable);
      const calm = await bench.measure(side, { connections: latencyConnections, seconds, rate });
      steady[side.name].push(calm);
      rates[side.name].push(rate);
      const { p50, p99 } = calm.outcome;
      tell(
        `round ${round}, ${side.name}: ${most.outcome.perSecond.toFixed(0)}/s; ` +
          `at ${rate}/s p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      );
      const smallRate = Math.ceil(most.outcome.perSecond * small);
      little[side.name].push(await bench.measure(side, { connections: latencyConnections, seconds, rate: smallRate }));
    }
  }
  const figuresOf = (name: Side['name']): SideFigures => ({
    connections: connections[name],
    perSecond: saturated[name].map(({ outcome }) => outcome.perSecond),
    saturated: medianMeasured(saturated[name]),
    rate: median(rates[name]),
    comfortable: medianMeasured(steady[name]),
    small: medianMeasured(little[name]),
    smallLoadRatio: median(
      little[name].map((each, round) => totalOf(each.cpuPer1000) / totalOf(saturated[name][round]?.cpuPer1000 ?? {})),
    ),
  });
  const ratios = saturated.product.map(
    (each, round) => each.outcome.perSecond / (saturated.ceiling[round]?.outcome.perSecond ?? NaN),
  );
  const ceiling = figuresOf('ceiling');
  const product = figuresOf('product');
  const cpuRatio = totalOf(ceiling.saturated.cpuPer1000) / totalOf(product.saturated.cpuPer1000);
  return { ceiling, product, ratio: median(ratios), cpuRatio };
}

export function totalOf(values: Record<string, number>): number {
  return Object.values(values).reduce((a, b) => a + b, 0);
}

/** Fills caches and compiles code. Returns the number of connections that achieves more. */
async function warmUp(bench: Bench, side: Side, choices: number[]): Promise<number> {
  let best = { connections: 0, perSecond: -1 };
  for (const connections of choices) {
    const { outcome } = await bench.measure(side, { connections, seconds: warmUpSeconds });
    if (outcome.refusal !== undefined) throw new Error(`${side.name} answers ${outcome.refusal}`);
    if (outcome.perSecond > best.perSecond) best = { connections, perSecond: outcome.perSecond };
  }
  return best.connections;
}
