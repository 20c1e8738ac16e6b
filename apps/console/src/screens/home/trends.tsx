import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useChosenClient } from '../../api/chosen-client.js';
import type { Refusal } from '../../api/refusal.js';
import { clientsQuery, may, sessionQuery } from '../../api/session.js';
import { useRead } from '../../api/use-api.js';
import { ChartAwaited } from '../../design/charts/chart-awaited.js';
import { Chart } from '../../design/charts/chart.js';
import type { ChartProps } from '../../design/charts/chart-props.js';
import { Problem } from '../../design/feedback/problem.js';
import { Section } from '../../design/layout/page.js';
import { bucketsOf, PeriodChoice, type Period } from '../../design/time/period.js';
import { useWords } from '../../words/use-words.js';

const every = 30_000;

/** Counts over time, as far as the role may read them. */
export function Trends(): ReactNode {
  const { home } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const [period, setPeriod] = useState<Period>('week');
  const client = useChosenClient();
  const seen = [
    may(session, 'events:read') && <Events key="events" period={period} />,
    may(session, 'campaigns:manage', 'admin:read') && <Rewards key="rewards" period={period} />,
    may(session, 'webhooks') && client !== undefined && <Deliveries key="deliveries" period={period} client={client} />,
  ].filter(Boolean);
  if (seen.length === 0) return null;
  return (
    <Section title={home.trends} actions={<PeriodChoice value={period} onChange={setPeriod} />} ruled={false}>
      <div className="charts">{seen}</div>
    </Section>
  );
}

function Events({ period }: { period: Period }): ReactNode {
  const { home } = useWords();
  const { at, query } = bucketsOf(period);
  return (
    <Trend
      title={home.events}
      at={at}
      read={useRead('/api/1/terminal/events:stats', { query, every })}
      series={[
        { name: home.accepted, colour: 1, of: ({ accepted }) => accepted },
        { name: home.refused, colour: 4, of: ({ refused }) => sum(Object.values(refused)) },
      ]}
    />
  );
}

function Rewards({ period }: { period: Period }): ReactNode {
  const { home } = useWords();
  const { at, query } = bucketsOf(period);
  return (
    <Trend
      title={home.rewards}
      at={at}
      read={useRead('/api/1/admin/campaigns:stats', { query, every })}
      series={[
        { name: home.granted, colour: 2, of: ({ granted }) => granted },
        { name: home.notGranted, colour: 3, of: ({ judged, granted }) => judged - granted },
      ]}
    />
  );
}

/** A webhook belongs to a client, so these are those of the client in the bar above. */
function Deliveries({ period, client }: { period: Period; client: string }): ReactNode {
  const { home } = useWords();
  const { at, query } = bucketsOf(period);
  const { data: clients } = useQuery(clientsQuery);
  const name = clients?.find(({ id }) => id === client)?.name;
  return (
    <Trend
      title={name === undefined ? home.deliveries : home.deliveriesOf(name)}
      at={at}
      read={useRead('/api/1/terminal/webhooks:stats', { query, every })}
      series={[
        { name: home.delivered, colour: 2, of: ({ succeeded }) => succeeded },
        { name: home.failed, colour: 4, of: ({ attempts, succeeded }) => attempts - succeeded },
      ]}
    />
  );
}

interface TrendProps<Row> {
  title: string;
  at: string[];
  read: UseQueryResult<Row[], Refusal>;
  series: (Omit<ChartProps['series'][number], 'values'> & { of: (row: Row) => number })[];
}

function Trend<Row extends { at: string }>({ title, at, read, series }: TrendProps<Row>): ReactNode {
  const { home } = useWords();
  const { data, error, refetch } = read;
  // A bucket in which nothing happened is not in the answer.
  const rows = new Map(data?.map((row) => [new Date(row.at).toISOString(), row]));
  const shown = series.map(({ of, ...each }) => ({
    ...each,
    values: at.map((time) => {
      const row = rows.get(time);
      return row === undefined ? 0 : of(row);
    }),
  }));
  return (
    <section className="panel">
      <h3>{title}</h3>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <ChartAwaited />}
      {data !== undefined && <Chart label={title} at={at} bars="stacked" series={shown} />}
      {data?.length === 0 && <p className="small faint">{home.quiet}</p>}
    </section>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
