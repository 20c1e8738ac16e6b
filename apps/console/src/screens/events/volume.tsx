import type { ReactNode } from 'react';
import { useRead } from '../../api/use-api.js';
import { Chart } from '../../design/charts/chart.js';
import { Problem } from '../../design/feedback/problem.js';
import { bucketsSince } from '../../design/time/buckets.js';
import { useWords } from '../../words/use-words.js';

const days = 30;

/** How many events of this name came in each day, and how many were refused. */
export function Volume({ name }: { name: string }): ReactNode {
  const { events } = useWords();
  const times = bucketsSince(days, 'day');
  const { data, error, refetch } = useRead('/api/1/terminal/events/{event_name}/stats', {
    path: { event_name: name },
    query: { bucket: 'day', since: times[0] },
    every: 30_000,
  });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  const at = new Map(data?.map((each) => [new Date(each.at).toISOString(), each]));
  const refused = (time: string): number =>
    Object.values(at.get(time)?.refused ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <Chart
      label={events.volume}
      at={times}
      bars="stacked"
      series={[
        { name: events.accepted, colour: 1, values: times.map((time) => at.get(time)?.accepted ?? 0) },
        { name: events.refused, colour: 4, values: times.map(refused) },
      ]}
    />
  );
}
