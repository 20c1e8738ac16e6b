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

type Logged = Schema<'LoggedEventWithOutcomes'>;

export function Timeline({ userId }: { userId: string }): ReactNode {
  const { customers, common } = useWords();
  const list = useList('/api/1/terminal/{user_id}/events', {
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
      <ol className="timeline">
        {list.items.map((event) => (
          <Entry key={event.id} event={event} />
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

function Entry({ event }: { event: Logged }): ReactNode {
  const { customers } = useWords();
  const [open, setOpen] = useState(false);
  const matched = (event.campaigns ?? []).filter((campaign) => campaign.matched);
  return (
    <li className="timeline-entry">
      <button type="button" className="timeline-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden="true" size={15} />
        <strong>{event.event_name}</strong>
        {matched.length > 0 && (
          <Badge tone="good">
            {customers.matched}: {matched.map(({ name }) => name).join(', ')}
          </Badge>
        )}
        <span className="faint small">
          <Moment at={event.received_at} />
        </span>
      </button>
      {open && (
        <div className="stack timeline-body">
          <Outcomes outcomes={event.campaigns} />
          <CodeBlock value={event.data} label={customers.data} />
        </div>
      )}
    </li>
  );
}

function Outcomes({ outcomes }: { outcomes: Logged['campaigns'] }): ReactNode {
  const { customers } = useWords();
  if (outcomes === null || outcomes.length === 0) return <p className="soft small">{customers.noCampaign}</p>;
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
