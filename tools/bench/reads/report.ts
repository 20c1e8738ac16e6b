import type { Note } from '../all/figure.ts';
import { median } from '../median.ts';
import { machine, table } from '../report-parts.ts';
import type { RowFigures, Turn } from './measure-row.ts';
import { areSame } from './statements-seen.ts';

/** Returns whether all answers were right, and product and ceiling sent the same statements. */
export function printReport(measured: RowFigures[], note: Note): boolean {
  const lines = measured.map(lineOf);
  for (const line of lines)
    note({
      work: `row ${line.number}`,
      ...{ value: line.product, unit: '/s', ceiling: line.ceiling },
      costs: `${costsOf(line)}; PostgreSQL by that of its statements ${line.postgres.toFixed(2)}; ${sentBy(line)}`,
    });
  console.log(`\n${machine()}\n`);
  console.log(
    table([
      [
        'row',
        'reads/s',
        'p99 ms',
        'ceiling/s',
        'ratio',
        'CPU-ms',
        'of ceiling',
        'PostgreSQL by its statements',
        'statements',
        'blocks',
        'plans',
      ],
      ...lines.map((line) => [
        String(line.number),
        ...[line.product.toFixed(0), line.p99.toFixed(1), line.ceiling.toFixed(0), line.ratio.toFixed(2)],
        ...[line.cpu.toFixed(3), line.ceilingCpu.toFixed(3), line.postgres.toFixed(2)],
        ...[line.sent.statements.toFixed(2), line.sent.blocks.toFixed(2), line.sent.plans.toFixed(2)],
      ]),
    ]).join('\n'),
  );
  console.log();
  for (const line of lines)
    console.log(
      `row ${line.number}: ${costsOf(line)}\n  ceiling: ${partsOf(line.ofCeiling)}\n  at the same pace: ${partsOf(line.ofPaced)}`,
    );
  const faults = measured.flatMap(faultsOf);
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}

function faultsOf({ row: { number }, product, ceiling, paced }: RowFigures): string[] {
  const wrong = [...product, ...ceiling, ...paced].flatMap((turn) => (turn.wrong === undefined ? [] : [turn.wrong]));
  const others = product.filter((turn, round) =>
    [ceiling[round], paced[round]].some((bare) => bare && !areSame(turn.seen, bare.seen)),
  );
  return [
    ...wrong.map((answer) => `row ${number}, a wrong answer: ${answer}`),
    ...others.map(
      ({ seen }) =>
        `row ${number} sends other statements than its ceiling:\n  ${[...seen.texts.values()].join('\n  ')}`,
    ),
  ];
}

type Line = ReturnType<typeof lineOf>;

function lineOf({ row: { number }, product, ceiling, paced }: RowFigures) {
  const of = (turns: Turn[], figure: (turn: Turn) => number): number => median(turns.map(figure));
  const byProcess = (turns: Turn[]): [string, number][] =>
    Object.keys(turns[0]?.byProcess ?? {}).map((name) => [name, of(turns, (turn) => turn.byProcess[name] ?? NaN)]);
  const by = (others: Turn[], figure: (turn: Turn) => number): number =>
    median(product.map((turn, round) => figure(turn) / (others[round] ? figure(others[round]) : NaN)));
  const sent = (figure: 'statements' | 'blocks' | 'plans'): number => of(product, (turn) => turn.seen[figure]);
  return {
    number,
    product: of(product, (turn) => turn.perSecond),
    p99: of(product, (turn) => turn.p99),
    ceiling: of(ceiling, (turn) => turn.perSecond),
    ratio: of(product, (turn) => turn.perSecond) / of(ceiling, (turn) => turn.perSecond),
    cpu: of(product, (turn) => turn.cpuMs),
    ceilingCpu: of(ceiling, (turn) => turn.cpuMs),
    postgres: by(paced, (turn) => turn.byProcess['PostgreSQL'] ?? NaN),
    ofProduct: byProcess(product),
    ofCeiling: byProcess(ceiling),
    ofPaced: byProcess(paced),
    sent: { statements: sent('statements'), blocks: sent('blocks'), plans: sent('plans') },
  };
}

function costsOf({ cpu, ofProduct }: Line): string {
  return `CPU-ms of a read ${cpu.toFixed(3)} (${partsOf(ofProduct)})`;
}

function partsOf(by: [string, number][]): string {
  return by.map(([name, ms]) => `${name} ${ms.toFixed(3)}`).join(', ');
}

function sentBy({ sent: { statements, blocks, plans } }: Line): string {
  return `${statements.toFixed(2)} statements, ${blocks.toFixed(2)} transaction blocks, ${plans.toFixed(2)} plans`;
}
