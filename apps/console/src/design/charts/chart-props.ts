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
  /** Bars on top of each other; or, with `within`, each series is a part of the one before it. */
  bars?: 'stacked' | 'within' | undefined;
}
