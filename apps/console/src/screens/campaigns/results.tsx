import { ChartColumn } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../api/use-api.js';
import { Chart } from '../../design/charts/chart.js';
import { Empty } from '../../design/feedback/empty.js';
import { Problem } from '../../design/feedback/problem.js';
import { Section } from '../../design/layout/page.js';
import { bucketsOf, PeriodChoice, type Period } from '../../design/time/period.js';
import { useWords } from '../../words/use-words.js';
import { RefusedBy } from './refused-by.js';
import { ResultsTable } from './results-table.js';

/** How many events a campaign judged, why it refused the others, and what it gave. */
export function Results({ id }: { id: string }): ReactNode {
  const { campaigns } = useWords();
  const [period, setPeriod] = useState<Period>('week');
  const { at: times, query } = bucketsOf(period);
  const { data, error, refetch } = useRead('/api/1/admin/campaigns/{id}/stats', {
    path: { id },
    query,
    every: 15_000,
  });
  const at = new Map(data?.map((each) => [new Date(each.at).toISOString(), each]));
  const refused: Record<string, number> = {};
  for (const each of data ?? [])
    for (const [reason, count] of Object.entries(each.refused)) refused[reason] = (refused[reason] ?? 0) + count;
  const judged = data?.reduce((sum, each) => sum + each.judged, 0);
  return (
    <Section title={campaigns.results} actions={<PeriodChoice value={period} onChange={setPeriod} />}>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {judged === 0 ? (
        <Empty icon={<ChartColumn />} title={campaigns.results} text={campaigns.noResults} />
      ) : (
        <>
          <div className="columns">
            <Chart
              label={campaigns.results}
              at={times}
              bars="within"
              series={[
                { name: campaigns.judged, colour: 1, values: times.map((time) => at.get(time)?.judged ?? 0) },
                { name: campaigns.matched, colour: 2, values: times.map((time) => at.get(time)?.matched ?? 0) },
              ]}
            />
            <RefusedBy refused={refused} />
          </div>
          <ResultsTable results={data} byHour={period === 'day'} />
        </>
      )}
    </Section>
  );
}
