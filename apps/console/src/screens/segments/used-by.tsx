import { useNavigate } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useWholeList } from '../../api/use-whole-list.js';
import { Table } from '../../design/data/table.js';
import { Empty } from '../../design/feedback/empty.js';
import { Section } from '../../design/layout/page.js';
import { useWords } from '../../words/use-words.js';
import { CampaignState } from '../campaigns/campaign-state.js';

type Campaign = Schema<'Campaign'>;

/** The campaigns that keep a segment from being deleted: all that name it, but those that have ended. */
export function UsedBy({ segmentId }: { segmentId: string }): ReactNode {
  const { segments, common } = useWords();
  const navigate = useNavigate();
  const running = useCampaigns('running');
  const paused = useCampaigns('paused');
  const drafts = useCampaigns('draft');
  const lists = [running, paused, drafts];
  const refused = lists.find(({ error }) => error !== null);
  const rows = lists.every(({ isWhole }) => isWhole)
    ? lists.flatMap(({ items }) => items ?? []).filter((campaign) => uses(campaign, segmentId))
    : undefined;
  return (
    <Section title={segments.uses}>
      <Table<Campaign>
        label={segments.uses}
        rows={rows}
        error={refused?.error ?? null}
        retry={refused?.retry}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: `/campaigns/${id}` })}
        columns={[
          { title: common.name, main: true, cell: ({ name }) => name },
          { title: common.state, cell: ({ state }) => <CampaignState state={state} /> },
        ]}
        empty={<Empty icon={<Megaphone />} title={segments.unused} text={segments.unusedText} />}
      />
    </Section>
  );
}

function useCampaigns(state: Campaign['state']) {
  return useWholeList('/api/1/admin/campaigns', { query: { state, limit: 500 } });
}

function uses({ audience, trigger }: Campaign, segmentId: string): boolean {
  const { include_segments = [], exclude_segments = [] } = audience ?? {};
  return [...include_segments, ...exclude_segments, trigger.segment_id].includes(segmentId);
}
