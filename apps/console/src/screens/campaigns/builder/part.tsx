import type { ReactNode } from 'react';
import type { Change, Draft } from './draft.js';

export interface PartProps {
  draft: Draft;
  change: Change;
  fault: (pointer: string) => string | undefined;
}

/** One step of the builder. */
export function Part({ title, text, children }: { title: string; text: string; children: ReactNode }): ReactNode {
  return (
    <section className="panel" aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className="soft small">{text}</p>
      </div>
      {children}
    </section>
  );
}
