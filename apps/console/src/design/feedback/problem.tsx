import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Refusal } from '../../api/refusal.js';
import { useWords } from '../../words/use-words.js';
import { Button } from '../controls/button.js';
import { Copyable } from '../controls/copyable.js';

/** A refusal in words, with the id under which the logs have it. */
export function Problem({ error, onRetry }: { error: Refusal; onRetry?: (() => void) | undefined }): ReactNode {
  const { common } = useWords();
  const lead = error.status === 0 ? common.noAnswer : error.status === 403 ? common.notAllowed : error.message;
  return (
    <div className="problem" role="alert">
      <TriangleAlert aria-hidden="true" />
      <div>
        <strong>{lead}</strong>
        {error.errors.length > 0 && (
          <ul className="small">
            {error.errors.slice(0, 8).map((fault) => (
              <li key={fault.pointer + fault.code}>
                {fault.pointer !== '' && <code>{fault.pointer.replace(/^#\//, '')}</code>} {fault.detail}
              </li>
            ))}
          </ul>
        )}
        {error.requestId !== undefined && (
          <span className="small soft">
            {common.requestId} <Copyable text={error.requestId} />
          </span>
        )}
        {onRetry && (
          <div>
            <Button size="small" onClick={onRetry}>
              {common.retry}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
