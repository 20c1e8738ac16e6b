import type { ReactNode } from 'react';
import { useFormat } from '../../words/use-words.js';

/** A time, short; the exact one shows on hover and to screen readers. */
export function Moment({ at, ago = false }: { at: string | null | undefined; ago?: boolean }): ReactNode {
  const format = useFormat();
  if (at === null || at === undefined) return '—';
  return (
    <time dateTime={at} title={format.exact(at)} className="number">
      {ago ? format.ago(at) : format.moment(at)}
    </time>
  );
}
