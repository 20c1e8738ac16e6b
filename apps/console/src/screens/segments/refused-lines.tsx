import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Refusal } from '../../api/refusal.js';
import { useFormat, useWords } from '../../words/use-words.js';

/** The API names no more faults of a file, and reads no further. */
const mostFaults = 100;

/** The lines for which the API refused a whole file. */
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
          {errors.map(({ code, detail }) => {
            const [, line, fault = detail] = /^line (\d+): (.*)$/s.exec(detail) ?? [];
            return (
              <li key={detail}>
                {line !== undefined && `${segments.line} ${format.number(Number(line))}: `}
                {segments.lineFaults[code] ?? fault}
              </li>
            );
          })}
        </ul>
        {errors.length >= mostFaults && <p className="small soft">{segments.faultsMore}</p>}
      </div>
    </div>
  );
}
