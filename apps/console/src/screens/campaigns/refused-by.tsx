import type { ReactNode } from 'react';
import { useFormat, useWords } from '../../words/use-words.js';

/** The reasons of refusals, the most frequent first. */
export function RefusedBy({ refused }: { refused: Record<string, number> }): ReactNode {
  const { campaigns, common, customers } = useWords();
  const format = useFormat();
  const reasons = Object.entries(refused).sort(([, one], [, other]) => other - one);
  return (
    <div className="stack">
      <h3>{campaigns.refusedBy}</h3>
      {reasons.length === 0 && <p className="soft small">{common.none}</p>}
      <ul className="stack">
        {reasons.map(([reason, count]) => (
          <li key={reason} className="row spread small">
            <span>{customers.reasons[reason] ?? reason}</span>
            <strong className="number">{format.number(count)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
