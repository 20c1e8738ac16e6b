import type { Note } from '../all/figure.ts';
import { machine, table } from '../report-parts.ts';
import { growthHeads } from '../table-sizes.ts';
import type { Measured } from './measure.ts';
import type { Records } from './records.ts';
import { totalOf, type Figures, type SideFigures } from './run-rounds.ts';

type PerSide<T> = Record<'ceiling' | 'product', T>;

export interface Report {
  /** The first load began at this time, in nanoseconds of the monotonic clock. */
  begun: bigint;
  figures: Figures;
  records: PerSide<Records>;
  accepted: PerSide<number>;
  /** Requests without an answer may have been taken in or not. */
  uncertain: PerSide<number>;
  agrees: boolean;
  /** The bytes by which tables of the product grew for each event. */
  grown: string[][];
}

export function printReport(report: Report, json: boolean): void {
  const figures = { machine: machine(), ...report, begun: undefined };
  console.log(json ? JSON.stringify(figures, null, 2) : textOf(report));
}

/** `where` says what the machine was given, if not all of it. */
export function noteFigures({ figures }: Report, where: string, note: Note): void {
  const { ceiling, product } = figures;
  const work = `events taken in, ${product.connections} connections${where}`;
  const { outcome } = product.saturated;
  const costs = costsOf(product.saturated);
  note({ work, value: outcome.perSecond, unit: '/s', ceiling: ceiling.saturated.outcome.perSecond, costs });
  note({ work: `${work}, p99 at the calm load`, value: product.comfortable.outcome.p99, unit: 'ms' });
  note({
    work: `${work}, CPU at a tenth of the rate by that above`,
    value: product.smallLoadRatio,
    unit: 'times',
    ceiling: ceiling.smallLoadRatio,
    costs: costsOf(product.small),
  });
}

function costsOf({ cpuPer1000 }: Measured): string {
  const cpu = Object.entries(cpuPer1000).sort(([, a], [, b]) => b - a);
  const each = cpu.map(([name, ms]) => `${name} ${fixed(ms, 3)}`);
  return `CPU-ms of an event ${fixed(totalOf(cpuPer1000), 3)}: ${each.join(', ')}`;
}

function textOf({ figures, records, accepted, uncertain, agrees, grown }: Report): string {
  const { ceiling, product, ratio, cpuRatio } = figures;
  const side = (name: string, of: SideFigures): string[] => [
    name,
    `${whole(of.saturated.outcome.perSecond)}/s`,
    of.perSecond.map(whole).join(' '),
    `${of.connections}`,
    `${whole(of.rate)}/s`,
    `${fixed(of.comfortable.outcome.p50, 1)} ms`,
    `${fixed(of.comfortable.outcome.p99, 1)} ms`,
    `${fixed(of.comfortable.outcome.max, 0)} ms`,
  ];
  const heads = ['', 'accepted', 'by round', 'connections', 'calm load', 'p50', 'p99', 'max'];
  const held = (name: 'ceiling' | 'product'): string =>
    `${name}: ${accepted[name]} answers 202, ${records[name].events} rows, ${records[name].distinct} ids, ` +
    `${records[name].keys} keys${uncertain[name] > 0 ? `, ${uncertain[name]} requests without an answer` : ''}`;
  const { relay } = product.saturated;
  return [
    `\n${machine()}\n`,
    ...table([heads, side('ceiling', ceiling), side('product', product)]),
    `\nratio to the ceiling ${fixed(ratio, 2)}; by CPU for an event ${fixed(cpuRatio, 2)}`,
    `at a tenth of the rate an event takes ${fixed(product.smallLoadRatio, 2)} times the CPU, that of the ceiling ${fixed(ceiling.smallLoadRatio, 2)}`,
    ...(['ceiling', 'product'] as const).map((name) => `${name}, ${costsOf(figures[name].small)}`),
    `\n${agrees ? 'counts agree' : 'COUNTS DISAGREE'}: ${held('product')}; ${held('ceiling')}`,
    ...faults('ceiling', ceiling),
    ...faults('product', product),
    `the relay: ${whole(relay.unpublished)} events waiting for the relay when the saturating load ends, ` +
      `none ${fixed(relay.seconds, 1)} s later; ${whole(product.comfortable.relay.unpublished)} and ` +
      `${fixed(product.comfortable.relay.seconds, 1)} s after the calm load\n`,
    ...processes('ceiling', ceiling),
    '',
    ...processes('product', product),
    '',
    ...table([growthHeads, ...grown]),
  ].join('\n');
}

function processes(name: string, { saturated }: SideFigures): string[] {
  const rows = Object.entries(saturated.cpuPer1000)
    .sort(([, a], [, b]) => b - a)
    .map(([process, cpu]) => [
      process,
      fixed(cpu, 3),
      fixed(saturated.cores[process] ?? 0, 2),
      whole(saturated.memory[process]?.rssMb ?? 0),
      whole(saturated.memory[process]?.pssMb ?? 0),
    ]);
  const total = ['together', fixed(totalOf(saturated.cpuPer1000), 3), fixed(totalOf(saturated.cores), 2), '', ''];
  const others = ['not ours', '', fixed(saturated.othersCores, 2), '', ''];
  return table([[name, 'CPU-s per 1,000', 'cores busy', 'RSS MB', 'PSS MB'], ...rows, total, others]);
}

function faults(name: string, { saturated, comfortable }: SideFigures): string[] {
  return [saturated.outcome, comfortable.outcome].flatMap(({ statuses, refusal, unsent }) => {
    const lines = refusal === undefined ? [] : [`${name} answered ${JSON.stringify(statuses)}, such as ${refusal}`];
    return unsent > 0 ? [...lines, `${name}: ${unsent} requests were never sent, the rate is too high`] : lines;
  });
}

const whole = (number: number): string => Math.round(number).toLocaleString('en');
const fixed = (number: number, digits: number): string => number.toFixed(digits);
