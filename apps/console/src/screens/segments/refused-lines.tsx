import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Refusal } from '../../api/refusal.js';
import { useFormat, useWords } from '../../words/use-words.js';

/** The lines for which the API refused a whole file. It names a hundred at most. */
export function RefusedLines({ errors }: Pick<Refusal, 'errors'>): ReactNode {
  const { segments } = useWords();
  const format = useFormat();
  return (
    <div className="problem" role="alert">
      <TriangleAlert aria-hidden="true" />
      <div>
        <strong>
          {segments.faultsTitle}: <span className="number">{format.number(errors.length)}</span>
        </strong>
        <p className="small">{segments.faultsText}</p>
        <ul className="small">
          {errors.map(({ detail }) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
