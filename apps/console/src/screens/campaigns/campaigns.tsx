import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Megaphone, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useList } from '../../api/use-api.js';
import { SearchField } from '../../design/controls/fields.js';
import { Segmented } from '../../design/controls/segmented.js';
import { Moment } from '../../design/data/moment.js';
import { ListTable } from '../../design/data/list-table.js';
import { Empty } from '../../design/feedback/empty.js';
import { useAsked } from '../../design/layout/address.js';
import { Page } from '../../design/layout/page.js';
import { useSettled } from '../../design/time/use-settled.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { CampaignState, nameOfTrigger, type Campaign } from './campaign-state.js';

type State = Schema<'Campaign'>['state'];
const states = ['running', 'draft', 'paused', 'ended'] as const;

export function Campaigns(): ReactNode {
  const words = useWords();
  const { campaigns, common } = words;
  const format = useFormat();
  const { data: session } = useQuery(sessionQuery);
  const [{ q = '', state }, ask] = useAsked();
  const asked = useSettled(q);
  const known = states.find((each) => each === state);
  const list = useList('/api/1/admin/campaigns', { query: { q: asked, state: known } });
  const create = may(session, 'campaigns:manage') && (
    <Link to="/campaigns/new" className="button primary">
      <Plus aria-hidden="true" />
      {campaigns.create}
    </Link>
  );
  const isFiltered = q !== '' || known !== undefined;
  return (
    <Page title={campaigns.title} subtitle={campaigns.subtitle} actions={create}>
      <div className="row">
        <Segmented<State | 'all'>
          label={common.state}
          value={known ?? 'all'}
          choices={[
            { value: 'all', text: common.all },
            ...states.map((value) => ({ value, text: campaigns.states[value] })),
          ]}
          onChange={(value) => ask({ state: value === 'all' ? undefined : value })}
        />
        <SearchField label={campaigns.find} value={q} onChange={(text) => ask({ q: text })} />
      </div>
      <ListTable<Campaign>
        label={campaigns.title}
        list={list}
        keyOf={({ id }) => id}
        to={({ id }) => `/campaigns/${id}`}
        columns={[
          { title: common.name, main: true, cell: ({ name }) => name },
          { title: common.state, cell: (campaign) => <CampaignState state={campaign.state} /> },
          { title: campaigns.trigger, cell: (campaign) => <code>{nameOfTrigger(campaign, words)}</code> },
          { title: campaigns.granted, end: true, cell: ({ used }) => format.number(used.grants) },
          { title: campaigns.coupons, end: true, cell: ({ used }) => format.number(used.coupons) },
          { title: campaigns.points, end: true, cell: ({ used }) => format.number(used.points) },
          { title: common.updated, cell: ({ updated }) => <Moment at={updated} ago /> },
        ]}
        empty={
          <Empty
            icon={<Megaphone />}
            title={isFiltered ? campaigns.nothing : campaigns.empty}
            text={isFiltered ? campaigns.nothingText : campaigns.emptyText}
          >
            {!isFiltered && create}
          </Empty>
        }
      />
    </Page>
  );
}
