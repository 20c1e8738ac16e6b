import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { may, sessionQuery } from '../../api/session.js';
import { useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Stats } from '../../design/data/stats.js';
import { Problem } from '../../design/feedback/problem.js';
import { Skeleton } from '../../design/feedback/skeleton.js';
import { usePathValue } from '../../design/layout/address.js';
import { Page, Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { Backtest } from './backtest.js';
import { bodyOf, draftOf } from './builder/draft.js';
import { CampaignActions } from './campaign-actions.js';
import { CampaignState } from './campaign-state.js';
import { CampaignSummary } from './campaign-summary.js';
import { Results } from './results.js';
import { Simulate } from './simulate.js';
import { Versions } from './versions.js';

export function CampaignPage(): ReactNode {
  const { campaigns, common } = useWords();
  const format = useFormat();
  const id = usePathValue('id');
  const { data: session } = useQuery(sessionQuery);
  const [simulating, setSimulating] = useState(false);
  const { data: campaign, error, refetch } = useRead('/api/1/admin/campaigns/{id}', { path: { id }, every: 10_000 });
  const manages = may(session, 'campaigns:manage');
  const actions = campaign && manages && (
    <>
      {campaign.trigger.event_name !== undefined && (
        <Button icon={<FlaskConical />} onClick={() => setSimulating(true)}>
          {campaigns.simulate}
        </Button>
      )}
      {campaign.state !== 'ended' && (
        <Link to={`/campaigns/${id}/edit`} className="button">
          <Pencil aria-hidden="true" />
          {common.edit}
        </Link>
      )}
      <CampaignActions campaign={campaign} />
    </>
  );
  return (
    <Page
      title={campaign?.name ?? ' '}
      crumb={<Link to="/campaigns">{campaigns.title}</Link>}
      beside={campaign && <CampaignState state={campaign.state} />}
      subtitle={<Copyable text={id} />}
      actions={actions}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!error && (
        <Stats
          stats={[
            { name: campaigns.granted, value: campaign && format.number(campaign.used.grants) },
            { name: campaigns.coupons, value: campaign && used(campaign.used.coupons, campaign.budget?.coupons) },
            { name: campaigns.points, value: campaign && used(campaign.used.points, campaign.budget?.points) },
            { name: common.version, value: campaign?.version },
          ]}
        />
      )}
      {!error && (
        <Section title={campaigns.overview}>
          {campaign ? <CampaignSummary campaign={campaign} /> : <Skeleton lines={8} />}
        </Section>
      )}
      {campaign && campaign.state !== 'draft' && <Results id={id} />}
      {campaign && manages && (
        <Section title={campaigns.backtest}>
          <p className="soft small">{campaigns.backtestText}</p>
          <Backtest campaign={bodyOf(draftOf(campaign))} />
        </Section>
      )}
      {campaign && <Versions id={id} current={campaign.version} />}
      {campaign && simulating && <Simulate campaign={campaign} onClose={() => setSimulating(false)} />}
    </Page>
  );

  function used(spent: number, budget: number | undefined): string {
    return budget === undefined ? format.number(spent) : `${format.number(spent)} / ${format.number(budget)}`;
  }
}
