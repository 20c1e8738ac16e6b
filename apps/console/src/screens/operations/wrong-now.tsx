import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-api.js';
import { Badge } from '../../design/data/badge.js';
import { Problem } from '../../design/feedback/problem.js';
import { useWords } from '../../words/use-words.js';

/** The faults of the whole, in words, or that there is none. */
export function WrongNow(): ReactNode {
  const { operations, home } = useWords();
  const { data, error, refetch } = useRead('/api/1/admin/health', { every: 10_000 });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <div className="notice-wait skeleton" />;
  if (data.well) {
    return (
      <p className="notice good" role="status">
        <CircleCheck aria-hidden="true" />
        <span>
          <strong>{operations.healthy}</strong> <span className="soft">{home.allWellText}</span>
        </span>
      </p>
    );
  }
  return (
    <div className="notice warn" role="status">
      <TriangleAlert aria-hidden="true" />
      <div className="stack">
        <strong>{operations.wrong}</strong>
        <ul>
          {data.wrong.map(({ service, what }) => (
            <li key={service + what}>
              <Badge>{service}</Badge> {what}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
