import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { Table } from '../../design/data/table.js';
import { useFormat, useWords } from '../../words/use-words.js';

type Result = Schema<'CampaignStats'>;

/** A line for each bucket with a judged event, the newest first. */
export function ResultsTable({
  results,
  byHour,
}: {
  results: readonly Result[] | undefined;
  byHour: boolean;
}): ReactNode {
  const { campaigns, customers } = useWords();
  const format = useFormat();
  const reasonsOf = ({ refused }: Result): string =>
    Object.entries(refused)
      .sort(([, one], [, other]) => other - one)
      .map(([reason, count]) => `${customers.reasons[reason] ?? reason}: ${format.number(count)}`)
      .join(' · ');
  return (
    <Table<Result>
      label={campaigns.results}
      rows={results?.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))}
      keyOf={({ at }) => at}
      columns={[
        {
          title: byHour ? campaigns.time : campaigns.day,
          main: true,
          cell: ({ at }) => (byHour ? format.time(at) : format.shortDay(at)),
        },
        { title: campaigns.judged, end: true, cell: ({ judged }) => format.number(judged) },
        { title: campaigns.matched, end: true, cell: ({ matched }) => format.number(matched) },
        { title: campaigns.granted, end: true, cell: ({ granted }) => format.number(granted) },
        { title: campaigns.units, end: true, cell: ({ units }) => format.number(units) },
        { title: campaigns.coupons, end: true, cell: ({ coupons }) => format.number(coupons) },
        { title: campaigns.points, end: true, cell: ({ points }) => format.number(points) },
        { title: campaigns.refusedBy, cell: reasonsOf },
      ]}
      empty={null}
    />
  );
}
