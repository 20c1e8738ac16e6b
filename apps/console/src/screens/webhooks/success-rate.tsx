import type { ReactNode } from 'react';
import { useRead } from '../../api/use-api.js';
import { bucketsSince } from '../../design/time/buckets.js';
import { useFormat } from '../../words/use-words.js';

const days = 7;

/** The share of attempts that the receiver took. */
export function SuccessRate({ id }: { id: string }): ReactNode {
  const format = useFormat();
  const [since] = bucketsSince(days, 'day');
  const { data, error } = useRead('/api/1/terminal/webhooks/{webhook_id}/stats', {
    path: { webhook_id: id },
    query: { bucket: 'day', since },
    every: 15_000,
  });
  if (error) return '—';
  if (data === undefined) return <span className="skeleton" style={{ width: '50%', height: 20, margin: '5px 0' }} />;
  const attempts = data.reduce((sum, each) => sum + each.attempts, 0);
  const succeeded = data.reduce((sum, each) => sum + each.succeeded, 0);
  return attempts === 0 ? '—' : format.percent(succeeded / attempts);
}
