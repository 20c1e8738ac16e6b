import type { ReactNode } from 'react';
import { useWords } from '../../words/use-words.js';

const widths = ['60%', '82%', '45%', '70%', '55%', '76%'];

/** Lines in the place of what is being read, of the same height, so that nothing moves when it comes. */
export function Skeleton({ lines = 3 }: { lines?: number }): ReactNode {
  const { common } = useWords();
  return (
    <div className="stack" role="status" aria-label={common.loading}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="skeleton" style={{ width: widths[index % widths.length], margin: '4px 0' }} />
      ))}
    </div>
  );
}
