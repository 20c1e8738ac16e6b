import type { ReactNode } from 'react';
import { useWords } from '../../words/use-words.js';
import { Segmented } from '../controls/segmented.js';
import { bucketsSince } from './buckets.js';

const days = { day: 1, week: 7, month: 30 } as const;
export type Period = keyof typeof days;

/** The buckets of a period: hours of a day, days of more. `query` asks the API for them. */
export function bucketsOf(period: Period): {
  at: string[];
  query: { bucket: 'hour' | 'day'; since: string | undefined };
} {
  const bucket = period === 'day' ? 'hour' : 'day';
  const at = bucketsSince(days[period], bucket);
  return { at, query: { bucket, since: at[0] } };
}

export function PeriodChoice({ value, onChange }: { value: Period; onChange: (period: Period) => void }): ReactNode {
  const { common } = useWords();
  return (
    <Segmented<Period>
      label={common.period}
      value={value}
      choices={[
        { value: 'day', text: common.lastDay },
        { value: 'week', text: common.lastWeek },
        { value: 'month', text: common.lastMonth },
      ]}
      onChange={onChange}
    />
  );
}
