import type { Figure } from './figure.ts';

export interface BenchRun {
  command: string;
  passed: boolean;
  figures: Figure[];
}

export interface Run {
  machine: string;
  benches: BenchRun[];
}

/** Each figure beside its ceiling and beside what the run before it measured. */
export function performancePage(now: Run, before: Run | undefined): string {
  const earlier = new Map(before?.benches.flatMap(({ figures }) => figures).map((figure) => [keyOf(figure), figure]));
  return [
    '# Performance',
    '',
    '`npm run bench` writes this page: every [bench](bench.md), one after the other, on the machine named here. A ratio compares a figure with',
    'its ceiling in the same run: what the machine could do with nothing around the core of the work.',
    '',
    `Now: ${now.machine}.${before ? ` Before: ${before.machine}.` : ''}`,
    '',
    ...now.benches.flatMap(({ command, passed, figures }) => [
      `## \`${command}\``,
      '',
      ...(passed ? [] : ['**It failed.**', '']),
      '| Work | Before | Now | Ceiling | Ratio before | Ratio now |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      ...figures.map((figure) => rowOf(figure, earlier.get(keyOf(figure)))),
      '',
      ...figures.flatMap(({ work, costs }) => (costs === undefined ? [] : [`- ${work}: ${costs}`])),
      '',
    ]),
  ].join('\n');
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
