import type { ReactNode } from 'react';

/** As high as a chart with its legend, so that what stands below does not move when the chart comes. */
export function ChartAwaited(): ReactNode {
  return (
    <div className="stack" aria-hidden="true">
      <div className="chart skeleton" />
      <ul className="chart-legend">
        <li>&nbsp;</li>
      </ul>
    </div>
  );
}
