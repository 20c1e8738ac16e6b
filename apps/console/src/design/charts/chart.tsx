import { lazy, Suspense, type ReactNode } from 'react';
import { useFormat } from '../../words/use-words.js';
import type { ChartProps } from './chart-props.js';
import { rowName, stepOf } from './chart-values.js';

const Drawing = lazy(async () => ({ default: (await import('./drawing.js')).Drawing }));

/** Numbers over time. Screen readers get them as a table. */
export function Chart(props: ChartProps): ReactNode {
  const format = useFormat();
  const { label, at, series } = props;
  const step = stepOf(at);
  return (
    <figure className="stack">
      <Suspense fallback={<div className="chart" />}>
        <Drawing {...props} />
      </Suspense>
      <ul className="chart-legend" aria-hidden="true">
        {series.map(({ name, colour, values }) => (
          <li key={name}>
            <span className={`dot c${colour}`} />
            {name}
            <span className="number faint">{format.number(values.reduce((sum, value) => sum + value, 0))}</span>
          </li>
        ))}
      </ul>
      {/* A table by itself would be as wide as its words. */}
      <div className="hidden-text">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{label}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {at.map((time, index) => (
              <tr key={time}>
                <th scope="row">{rowName(time, step, format)}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{values[index] ?? 0}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
