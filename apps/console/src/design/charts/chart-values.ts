import type { Format } from '../../words/format.js';
import type { ChartProps } from './chart-props.js';

const daySeconds = 86_400;

/** The series as they are drawn, one over the other: the highest first, so that each one shows above the next. */
export function drawnOf({ series, bars }: Pick<ChartProps, 'series' | 'bars'>): ChartProps['series'] {
  if (bars !== 'stacked') return series;
  const sums: number[] = [];
  const stacked = series.map(({ values, ...rest }) => {
    const tops = values.map((value, index) => (sums[index] = (sums[index] ?? 0) + value));
    return { ...rest, values: tops };
  });
  return stacked.reverse();
}

/** The seconds between two times of a chart. */
export function stepOf(at: readonly string[]): number {
  const [first, second] = at.map((time) => Date.parse(time) / 1_000);
  return first !== undefined && second !== undefined && second > first ? second - first : 3_600;
}

/** The name of a time below a chart. Its days are those of UTC. */
export function tickName(iso: string, step: number, { shortDay, time }: Format): string {
  return step >= daySeconds ? shortDay(iso) : time(iso);
}

/** The name of a time in a row, which no neighbour explains. */
export function rowName(iso: string, step: number, { shortDay, moment }: Format): string {
  return step >= daySeconds ? shortDay(iso) : moment(iso);
}
