import type { ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'idle';

export function Badge({ tone = 'idle', children }: { tone?: Tone | undefined; children: ReactNode }): ReactNode {
  return <span className={`badge ${tone}`}>{children}</span>;
}
