interface Series {
  name: string;
  colour: 1 | 2 | 3 | 4;
  values: readonly number[];
}

export interface ChartProps {
  label: string;
  /** The times of the values. */
  at: readonly string[];
  series: readonly Series[];
  bars?: boolean;
}
