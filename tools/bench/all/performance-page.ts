import type { Figure } from './figure.ts';

interface Measured {
  machine: string;
  figures: Figure[];
}

export interface BenchRun extends Measured {
  command: string;
  passed: boolean;
  before?: Measured;
}

/** Puts a run in the place of the last one with the same command, whose figures stay beside the new ones. */
export function withRun(runs: BenchRun[], run: BenchRun): BenchRun[] {
  const last = runs.find(({ command }) => command === run.command);
  if (!last) return [...runs, run];
  const { machine, figures } = last;
  return runs.map((each) => (each === last ? { ...run, before: { machine, figures } } : each));
}

/** Each figure beside its ceiling and beside what the run before it measured. */
export function performancePage(runs: BenchRun[]): string {
  return [
    '# Performance',
    '',
    '`npm run bench` writes this page: every [bench](bench.md), one after the other. A ratio compares a figure with its ceiling in the same run:',
    'what the machine could do with nothing around the core of the work. `--only <name>` renews one bench.',
    '',
    ...runs.flatMap(sectionOf),
  ].join('\n');
}

function sectionOf({ command, passed, machine, figures, before }: BenchRun): string[] {
  const earlier = new Map(before?.figures.map((figure) => [keyOf(figure), figure]));
  return [
    `## \`${command}\``,
    '',
    `Now: ${machine}.${before ? ` Before: ${before.machine}.` : ''}${passed ? '' : ' **It failed.**'}`,
    '',
    '| Work | Before | Now | Ceiling | Ratio before | Ratio now |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...figures.map((figure) => rowOf(figure, earlier.get(keyOf(figure)))),
    '',
    ...figures.flatMap(({ work, costs }) => (costs === undefined ? [] : [`- ${work}: ${costs}`])),
    '',
  ];
}

function keyOf({ work, unit }: Figure): string {
  return `${work} ${unit}`;
}

function rowOf(figure: Figure, before: Figure | undefined): string {
  const { work, value, unit, ceiling } = figure;
  const cells = [
    work,
    before ? `${short(before.value)} ${unit}` : '',
    `${short(value)} ${unit}`,
    ceiling === undefined ? '' : `${short(ceiling)} ${unit}`,
    before ? ratioOf(before) : '',
    ratioOf(figure),
  ];
  return `| ${cells.join(' | ')} |`;
}

function ratioOf({ value, ceiling }: Figure): string {
  return ceiling === undefined ? '' : (value / ceiling).toFixed(2);
}

/** Three digits that count, or all before the point. */
function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
