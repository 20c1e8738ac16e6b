import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { may, sessionQuery } from '../../api/session.js';
import { useRead } from '../../api/use-api.js';
import { Badge } from '../../design/data/badge.js';
import { Stats } from '../../design/data/stats.js';
import { Table } from '../../design/data/table.js';
import { Empty } from '../../design/feedback/empty.js';
import { Page, Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';

export function Home(): ReactNode {
  const { home, campaigns: words, common } = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const sees = may(session, 'campaigns:manage', 'admin:read');
  const campaigns = useRead('/api/1/admin/campaigns', { query: { limit: 100 }, enabled: sees, every: 30_000 });
  const running = campaigns.data?.filter(({ state }) => state === 'running');
  const grants = running?.reduce((sum, { used }) => sum + used.grants, 0);
  const all = <Link to="/campaigns">{home.viewAll}</Link>;
  return (
    <Page title={home.greeting(session?.operator.name ?? '')} subtitle={home.subtitle}>
      {sees && (
        <>
          <Stats
            stats={[
              { name: home.running, value: running && format.number(running.length) },
              {
                name: home.grants,
                value: grants === undefined ? undefined : format.number(grants),
                below: home.grantsBelow,
              },
            ]}
          />
          <Section title={home.newest} actions={all} ruled={false}>
            <Table
              label={home.newest}
              rows={campaigns.data?.slice(0, 6)}
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
        </>
      )}
    </Page>
  );
}
