import type { ReactNode } from 'react';
import { useFormat } from '../../words/use-words.js';

/** Counts of one whole side by side, each with its share. */
export function Bars({
  bars,
  whole,
}: {
  bars: readonly { id: string; name: string; count: number }[];
  whole: number;
}): ReactNode {
  const format = useFormat();
  return (
    <ul className="bars">
      {bars.map(({ id, name, count }) => {
        const share = whole === 0 ? 0 : count / whole;
        return (
          <li key={id}>
            <span>{name}</span>
            <span className="bar" aria-hidden="true">
              <span style={{ width: `${share * 100}%` }} />
            </span>
            <span className="number">
              <strong>{format.number(count)}</strong> <span className="faint">{format.percent(share)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
