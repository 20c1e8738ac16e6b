import { ChevronRight, History } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Badge } from '../../design/data/badge.js';
import { CodeBlock } from '../../design/data/code-block.js';
import { Moment } from '../../design/data/moment.js';
import { Empty } from '../../design/feedback/empty.js';
import { Problem } from '../../design/feedback/problem.js';
import { Skeleton } from '../../design/feedback/skeleton.js';
import { useWords } from '../../words/use-words.js';

type Entry = Schema<'TimelineEntry'>;

interface Outcome {
  campaign_id: string;
  name: string;
  matched: boolean;
  reason: string | null;
  detail: string | null;
}

/** Everything that happened to one person, with what each campaign said of each event. */
export function Timeline({ userId }: { userId: string }): ReactNode {
  const { customers, common } = useWords();
  const list = useList('/api/1/admin/users/{user_id}/timeline', {
    path: { user_id: userId },
    query: { limit: 30 },
    every: 10_000,
  });
  if (list.error && list.items === undefined) return <Problem error={list.error} onRetry={list.retry} />;
  if (list.items === undefined) return <Skeleton lines={6} />;
  if (list.items.length === 0) {
    return <Empty icon={<History />} title={customers.noEvents} text={customers.noEventsText} />;
  }
  return (
    <>
      <ol>
        {list.items.map((entry) => (
          <TimelineLine key={entry.id} entry={entry} />
        ))}
      </ol>
      {list.hasMore && (
        <div>
          <Button size="small" busy={list.isLoadingMore} onClick={list.loadMore}>
            {common.more}
          </Button>
        </div>
      )}
    </>
  );
}

function TimelineLine({ entry }: { entry: Entry }): ReactNode {
  const { customers } = useWords();
  const [open, setOpen] = useState(false);
  const outcomes = outcomesOf(entry);
  const matched = outcomes?.filter((campaign) => campaign.matched) ?? [];
  const data = entry.type === 'event' ? (entry.data as { data?: unknown }).data : entry.data;
  return (
    <li className="timeline-entry">
      <button type="button" className="timeline-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden="true" size={15} />
        <span className="timeline-what">
          <Badge tone={entry.type === 'away' ? 'warn' : 'idle'}>{customers.types[entry.type] ?? entry.type}</Badge>
          <strong>{entry.title}</strong>
          {matched.length > 0 && (
            <Badge tone="good">
              {customers.matched}: {matched.map(({ name }) => name).join(', ')}
            </Badge>
          )}
        </span>
        <span className="faint small">
          <Moment at={entry.at} />
        </span>
      </button>
      {open && (
        <div className="stack timeline-body">
          {outcomes && <Outcomes outcomes={outcomes} />}
          <CodeBlock value={data} label={customers.data} />
        </div>
      )}
    </li>
  );
}

function outcomesOf({ type, data }: Entry): Outcome[] | undefined {
  if (type !== 'event') return undefined;
  return (data as { campaigns?: Outcome[] | null }).campaigns ?? [];
}

function Outcomes({ outcomes }: { outcomes: Outcome[] }): ReactNode {
  const { customers } = useWords();
  if (outcomes.length === 0) return <p className="soft small">{customers.noCampaign}</p>;
  return (
    <ul className="stack">
      {outcomes.map(({ campaign_id, name, matched, reason, detail }) => (
        <li key={campaign_id} className="row small">
          <Badge tone={matched ? 'good' : 'idle'}>{matched ? customers.matched : customers.whyNot}</Badge>
          <strong>{name}</strong>
          <span className="soft">
            {reason !== null && (customers.reasons[reason] ?? reason)}
            {detail !== null && ` · ${detail}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
