import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange, useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Segmented } from '../../design/controls/segmented.js';
import { Stats } from '../../design/data/stats.js';
import { Problem } from '../../design/feedback/problem.js';
import { StopWork } from '../../design/feedback/stop-work.js';
import { useAsked } from '../../design/layout/address.js';
import { useFormat, useWords } from '../../words/use-words.js';
import type { Draft } from './builder/draft.js';
import { RefusedBy } from './refused-by.js';

const spans = { week: 7, month: 30, quarter: 90 } as const;
type Span = keyof typeof spans;
const dayMs = 86_400_000;

/** Judges past events by a campaign, saved or not. The address names the backtest, so that a reload shows it again. */
export function Backtest({ campaign, isReady = true }: { campaign: Draft; isReady?: boolean }): ReactNode {
  const { campaigns, common } = useWords();
  const [span, setSpan] = useState<Span>('month');
  const [{ backtest: id }, ask] = useAsked();
  const begin = useChange(
    () =>
      call('post', '/api/1/admin/campaigns:backtest', {
        body: { campaign, since: new Date(Date.now() - spans[span] * dayMs).toISOString() },
      }),
    (begun) => ask({ backtest: begun.id }),
  );
  if (campaign.trigger.lifecycle !== undefined) return <p className="soft">{campaigns.backtestEventsOnly}</p>;
  return (
    <>
      <div className="row">
        <Segmented<Span>
          label={common.period}
          value={span}
          choices={[
            { value: 'week', text: common.lastWeek },
            { value: 'month', text: common.lastMonth },
            { value: 'quarter', text: common.lastQuarter },
          ]}
          onChange={setSpan}
        />
        <Button icon={<History />} busy={begin.isPending} disabled={!isReady} onClick={() => begin.mutate(undefined)}>
          {campaigns.backtestBegin}
        </Button>
      </div>
      {begin.error && <Problem error={begin.error} />}
      {id !== undefined && <Found key={id} id={id} />}
    </>
  );
}

/** The counts of one backtest, which grow until it ends. */
function Found({ id }: { id: string }): ReactNode {
  const { campaigns } = useWords();
  const format = useFormat();
  const { data: session } = useQuery(sessionQuery);
  const [isOver, setOver] = useState(false);
  const { data, error, refetch } = useRead('/api/1/admin/campaigns/backtests/{id}', {
    path: { id },
    every: isOver ? false : 1_000,
  });
  if (data?.finished_at && !isOver) setOver(true);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  const number = (value: number | undefined): string | undefined =>
    value === undefined ? value : format.number(value);
  return (
    <>
      {!isOver && <progress className="meter" max={1} value={data?.progress ?? 0} aria-label={campaigns.backtest} />}
      <div className="row">
        <p className="soft small" role="status">
          {data && <State backtest={data} />}
        </p>
        {data && !isOver && may(session, 'campaigns:manage') && (
          <StopWork run={() => call('post', '/api/1/admin/campaigns/backtests/{id}:cancel', { path: { id } })} />
        )}
      </div>
      <Stats
        stats={[
          { name: campaigns.judged, value: number(data?.judged) },
          { name: campaigns.matched, value: number(data?.matched) },
          { name: campaigns.wouldGet, value: number(data?.granted) },
          { name: campaigns.coupons, value: number(data?.coupons) },
          { name: campaigns.points, value: number(data?.points) },
        ]}
      />
      {data && data.judged > 0 && <RefusedBy refused={data.refused} />}
      {isOver && data?.judged === 0 && <p className="soft">{campaigns.noResults}</p>}
    </>
  );
}

function State({ backtest: { state, since, until } }: { backtest: Schema<'Backtest'> }): ReactNode {
  const { campaigns } = useWords();
  const format = useFormat();
  return `${campaigns.backtestStates[state]} · ${format.moment(since)} – ${format.moment(until)}`;
}
