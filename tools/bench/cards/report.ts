import type { Note } from '../all/figure.ts';
import { median } from '../median.ts';
import type { Measured } from './with-cpu.ts';

export interface SizeFigures {
  size: number;
  baseline: Measured[];
  product: Measured[];
  /** One request at a time. */
  alone: Measured[];
  blocks: number;
}

export function printReport(sizes: SizeFigures[], json: boolean, note: Note): boolean {
  const wrong = sizes.flatMap((of) => [...of.baseline, ...of.product, ...of.alone]).find((each) => each.wrong)?.wrong;
  const rows = sizes.map(rowOf);
  for (const { cards, product, ratio, cpu } of rows)
    note({
      work: `row 21 among ${cards.toLocaleString('en')} cards`,
      value: product,
      unit: '/s',
      ceiling: product / ratio,
      costs: `CPU-ms of a read ${cpu.toFixed(2)}`,
    });
  const [small, large] = [rows[0], rows.at(-1)];
  const growth =
    small && large
      ? { rate: large.product / small.product, alone: large.alone / small.alone, cpu: large.cpu / small.cpu }
      : undefined;
  if (json) console.log(JSON.stringify({ sizes: rows, growth, wrong: wrong ?? null }, null, 2));
  else {
    for (const row of rows) console.log(textOf(row));
    if (growth)
      console.log(
        `many cards beside few: ${growth.rate.toFixed(2)} of the reads a second, ` +
          `one read alone takes ${growth.alone.toFixed(2)} of the time, a read ${growth.cpu.toFixed(2)} of the CPU`,
      );
  }
  if (wrong !== undefined) console.error(`a wrong answer: ${wrong}`);
  return wrong === undefined;
}

type Row = ReturnType<typeof rowOf>;

function rowOf({ size, baseline, product, alone, blocks }: SizeFigures) {
  const of = (rounds: Measured[], figure: (round: Measured) => number): number => median(rounds.map(figure));
  const perSecond = (each: Measured): number => each.perSecond;
  return {
    cards: size,
    baseline: of(baseline, perSecond),
    product: of(product, perSecond),
    ratio: median(product.map((each, round) => each.perSecond / (baseline[round]?.perSecond ?? NaN))),
    p50: of(product, (each) => each.p50),
    p99: of(product, (each) => each.p99),
    cpu: of(product, (each) => each.cpuMs),
    baselineCpu: of(baseline, (each) => each.cpuMs),
    alone: of(alone, (each) => each.p50),
    blocks,
  };
}

function textOf({ cards, baseline, product, ratio, p50, p99, cpu, baselineCpu, alone, blocks }: Row): string {
  return (
    `${cards} cards: row 21 ${product.toFixed(0)}/s (p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms), ` +
    `baseline ${baseline.toFixed(0)}/s, ratio ${ratio.toFixed(2)}, by CPU ${(baselineCpu / cpu).toFixed(2)} ` +
    `(${cpu.toFixed(2)} ms of CPU a read, baseline ${baselineCpu.toFixed(2)}); ` +
    `alone ${alone.toFixed(2)} ms, ${blocks} blocks of PostgreSQL`
  );
}
