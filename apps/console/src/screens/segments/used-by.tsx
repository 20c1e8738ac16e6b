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
const parts = ['include', 'exclude', 'trigger'] as const;

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
    ? lists.flatMap(({ items }) => items ?? []).filter((campaign) => usesOf(campaign, segmentId).length > 0)
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
          {
            title: segments.usedAs,
            cell: (campaign) =>
              usesOf(campaign, segmentId)
                .map((part) => segments.usesAs[part])
                .join(', '),
          },
        ]}
        empty={<Empty icon={<Megaphone />} title={segments.unused} text={segments.unusedText} />}
      />
    </Section>
  );
}

function useCampaigns(state: Campaign['state']) {
  return useWholeList('/api/1/admin/campaigns', { query: { state, limit: 500 } });
}

function usesOf({ audience, trigger }: Campaign, segmentId: string): (typeof parts)[number][] {
  const used = {
    include: audience?.include_segments?.includes(segmentId),
    exclude: audience?.exclude_segments?.includes(segmentId),
    trigger: trigger.segment_id === segmentId,
  };
  return parts.filter((part) => used[part] === true);
}
