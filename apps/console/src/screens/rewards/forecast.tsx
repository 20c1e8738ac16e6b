import { queryOptions, useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Refusal } from '../../api/refusal.js';
import type { Schema } from '../../api/routes.js';
import { ChartAwaited } from '../../design/charts/chart-awaited.js';
import { Chart } from '../../design/charts/chart.js';
import { Stats } from '../../design/data/stats.js';
import { Problem } from '../../design/feedback/problem.js';
import { Section } from '../../design/layout/page.js';
import { bucketsSince } from '../../design/time/buckets.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { claimsIn, codesPerGrant, forecastOf } from './forecast-of.js';

const shownDays = 30;
const dayMs = 86_400_000;

/** How fast the codes of a coupon go, and when none will be left. */
export function Forecast({
  coupon,
  campaigns,
}: {
  coupon: Schema<'Coupon'>;
  campaigns: readonly Schema<'Campaign'>[];
}): ReactNode {
  const { rewards } = useWords();
  const format = useFormat();
  const times = bucketsSince(shownDays, 'day');
  const read = useQueries({ queries: campaigns.map(({ id }) => statsOf(id, times[0] ?? '')) });
  const error = read.find((each) => each.error)?.error;
  if (error) return <Problem error={error} />;
  const counted = campaigns.flatMap((campaign, index) => {
    const stats = read[index]?.data;
    return stats === undefined ? [] : [{ codes: codesPerGrant(coupon.id, campaign), stats }];
  });
  const claims = counted.length < campaigns.length ? undefined : claimsIn(times, counted);
  const found = claims && forecastOf(coupon, times, claims);
  const dayIn = (days: number): string => format.day(new Date(Date.now() + days * dayMs).toISOString());
  const end = (days: number | undefined): { value: ReactNode; below?: string } => {
    if (days === undefined) return { value: '—', below: rewards.notSoon };
    return days === 0 ? { value: rewards.now } : { value: dayIn(days), below: rewards.inDays(format.number(days)) };
  };
  const awaited = { value: undefined, below: '\u00a0' };
  return (
    <Section title={rewards.forecast}>
      <p className="soft small">{rewards.forecastText}</p>
      <Stats
        stats={[
          {
            name: rewards.perDay,
            value: found && format.number(Math.round(found.perDay * 10) / 10),
            below: rewards.perDayBelow,
          },
          { name: rewards.lowOn, ...(found ? end(found.daysToLow) : awaited) },
          { name: rewards.emptyOn, ...(found ? end(found.daysToEmpty) : awaited) },
        ]}
      />
      {claims ? (
        <Chart
          label={rewards.claimedByDay}
          at={times}
          bars="stacked"
          series={[{ name: rewards.claimed, colour: 1, values: claims }]}
        />
      ) : (
        <ChartAwaited />
      )}
    </Section>
  );
}

function statsOf(id: string, since: string) {
  return queryOptions<Schema<'CampaignStats'>[], Refusal>({
    queryKey: ['/api/1/admin/campaigns/{id}/stats', id, since],
    queryFn: ({ signal }) =>
      call('get', '/api/1/admin/campaigns/{id}/stats', { path: { id }, query: { bucket: 'day', since }, signal }),
    refetchInterval: 60_000,
  });
}
