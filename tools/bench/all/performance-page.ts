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
    'what the machine could do with nothing around the core of the work. For times and costs, lower ratios are better. `--only <name>` renews one bench.',
    '',
    ...runs.flatMap(sectionOf),
  ].join('\n');
}

function sectionOf({ command, passed, machine, figures, before }: BenchRun): string[] {
  const earlier = new Map(before?.figures.map((figure) => [keyOf(figure), figure]));
  const rowsOf = (isCourse: boolean, row: typeof rowOf): string[] =>
    figures
      .filter(({ course }) => (course !== undefined) === isCourse)
      .map((figure) => row(figure, earlier.get(keyOf(figure))));
  const courses = rowsOf(true, rowOfCourse);
  return [
    `## \`${command}\``,
    '',
    `Now: ${machine}.${before ? ` Before: ${before.machine}.` : ''}${passed ? '' : ' **It failed.**'}`,
    '',
    '| Work | Before | Now | Ceiling | Ratio before | Ratio now |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rowsOf(false, rowOf),
    '',
    ...(courses.length > 0 ? [...headsOfCourses, ...courses, ''] : []),
    ...figures.flatMap(({ work, costs }) => (costs === undefined ? [] : [`- ${work}: ${costs}`])),
    '',
  ];
}

const headsOfCourses = [
  '| Over the run | Before | Now | From 0 to the highest | Last third by the middle one |',
  '| --- | ---: | ---: | --- | --- |',
];

function keyOf({ work, unit }: Figure): string {
  return `${work} ${unit}`;
}

function rowOf(figure: Figure, before: Figure | undefined): string {
  const { work, value, unit, ceiling } = figure;
  const cells = [
    work,
    before ? amount(before.value, unit) : '',
    amount(value, unit),
    ceiling === undefined ? '' : amount(ceiling, unit),
    before ? ratioOf(before) : '',
    ratioOf(figure),
  ];
  return `| ${cells.join(' | ')} |`;
}

function rowOfCourse({ work, value, unit, course }: Figure, before: Figure | undefined): string {
  const cells = [work, before ? amount(before.value, unit) : '', amount(value, unit)];
  return `| ${cells.join(' | ')} | \`${course?.line ?? ''}\` | ${course?.verdict ?? ''} |`;
}

function ratioOf({ value, ceiling }: Figure): string {
  return ceiling === undefined ? '' : (value / ceiling).toFixed(2);
}

/** Three digits that count, or all before the point. */
export function amount(value: number, unit: string): string {
  const digits = value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
  return unit === '' ? digits : `${digits} ${unit}`;
}
