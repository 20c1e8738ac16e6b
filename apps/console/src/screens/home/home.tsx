import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { may, sessionQuery } from '../../api/session.js';
import { useRead } from '../../api/use-api.js';
import { useWholeList } from '../../api/use-whole-list.js';
import { Badge } from '../../design/data/badge.js';
import { ChartAwaited } from '../../design/charts/chart-awaited.js';
import { Stats, type Stat } from '../../design/data/stats.js';
import { Table } from '../../design/data/table.js';
import { Empty } from '../../design/feedback/empty.js';
import { Page, Section } from '../../design/layout/page.js';
import { WrongNow } from '../operations/wrong-now.js';
import { useFormat, useWords } from '../../words/use-words.js';

const newest = 6;

/** Loaded after the first screen shows. */
const Trends = lazy(async () => ({ default: (await import('./trends.js')).Trends }));

export function Home(): ReactNode {
  const { home, campaigns: words, common } = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const sees = may(session, 'campaigns:manage', 'admin:read');
  const campaigns = useRead('/api/1/admin/campaigns', { query: { limit: newest }, enabled: sees, every: 30_000 });
  const whole = useWholeList('/api/1/admin/campaigns', {
    query: { state: 'running', limit: 500 },
    enabled: sees,
    every: 30_000,
  });
  const running = whole.isWhole ? whole.items : undefined;
  const grants = running?.reduce((sum, { used }) => sum + used.grants, 0);
  const healthy = may(session, 'admin:read');
  const health = useRead('/api/1/admin/health', { enabled: healthy, every: 10_000 });
  const lags = health.data?.services.flatMap((service) => (service.lags ?? []).map(({ seconds }) => seconds));
  const letters = health.data?.services.reduce((sum, service) => sum + (service.dead_letters ?? 0), 0);
  const stats: Stat[] = [];
  if (sees) {
    stats.push(
      { name: home.running, value: running && format.number(running.length) },
      { name: home.grants, value: grants === undefined ? undefined : format.number(grants), below: home.grantsBelow },
    );
  }
  if (healthy) {
    stats.push(
      { name: home.deadLetters, value: letters === undefined ? undefined : format.number(letters) },
      { name: home.lag, value: lags && `${format.number(Math.max(0, ...lags))} s`, below: home.lagBelow },
    );
  }
  const all = <Link to="/campaigns">{home.viewAll}</Link>;
  return (
    <Page title={home.greeting(session?.operator.name ?? '')} subtitle={home.subtitle}>
      {healthy && <WrongNow />}
      {stats.length > 0 && <Stats stats={stats} />}
      <Suspense fallback={(sees || may(session, 'events:read')) && <TrendsAwaited />}>
        <Trends />
      </Suspense>
      {sees && (
        <Section title={home.newest} actions={all} ruled={false}>
          <Table
            label={home.newest}
            rows={campaigns.data}
            keyOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: `/campaigns/${id}` })}
            error={campaigns.error}
            retry={() => void campaigns.refetch()}
            columns={[
              { title: common.name, main: true, cell: ({ name }) => name },
              {
                title: common.state,
                cell: ({ state }) => (
                  <Badge tone={state === 'running' ? 'good' : state === 'paused' ? 'warn' : 'idle'}>
                    {words.states[state]}
                  </Badge>
                ),
              },
              { title: words.granted, end: true, cell: ({ used }) => format.number(used.grants) },
            ]}
            empty={<Empty icon={<Megaphone />} title={words.empty} text={words.emptyText} />}
          />
        </Section>
      )}
    </Page>
  );
}

/** Nearly as high as the charts, so that what stands below hardly moves. */
function TrendsAwaited(): ReactNode {
  const { home } = useWords();
  return (
    <Section title={home.trends} ruled={false}>
      <div className="panel">
        <ChartAwaited />
      </div>
    </Section>
  );
}
