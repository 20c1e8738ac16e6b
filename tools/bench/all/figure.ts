/** One result of a bench, as `docs/performance.md` shows it. */
export interface Figure {
  work: string;
  value: number;
  unit: string;
  /** The same work with nothing around its core, in the same unit and the same run. */
  ceiling?: number;
  /** CPU by process, switches, statements, bytes: what hardly depends on the speed of the machine. */
  costs?: string;
  /** The figure over a long run, as a line of bars, and a verdict on it. */
  course?: { line: string; verdict: string };
}

export type Note = (figure: Figure) => void;
