import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useRead } from '../../api/use-api.js';
import { Badge } from '../../design/data/badge.js';
import { Table } from '../../design/data/table.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { OperationsPage } from './operations-page.js';
import { WrongNow } from './wrong-now.js';

type Service = Schema<'ServiceHealth'>;

export function Health(): ReactNode {
  const { operations, home } = useWords();
  const format = useFormat();
  const { data, error } = useRead('/api/1/admin/health', { every: 10_000 });
  const seconds = (value: number | null): string => (value === null ? '—' : `${format.number(value)} s`);
  return (
    <OperationsPage>
      <WrongNow />
      {!error && (
        <Table<Service>
          label={operations.healthOf}
          rows={data?.services}
          keyOf={({ service }) => service}
          columns={[
            { title: operations.service, main: true, cell: ({ service }) => service },
            {
              title: home.ready,
              cell: ({ answers, ready }) => (
                <Badge tone={ready ? 'good' : 'bad'}>
                  {!answers ? operations.away : ready ? home.ready : home.notReady}
                </Badge>
              ),
            },
            { title: operations.version, cell: ({ version }) => <code>{version ?? '—'}</code> },
            {
              title: operations.waits,
              end: true,
              cell: ({ lags }) =>
                seconds(lags === null || lags.length === 0 ? null : Math.max(...lags.map((lag) => lag.seconds))),
            },
            { title: operations.outbox, end: true, cell: ({ outbox_seconds }) => seconds(outbox_seconds) },
            {
              title: operations.letters,
              end: true,
              cell: ({ dead_letters }) => (dead_letters === null ? '—' : format.number(dead_letters)),
            },
          ]}
          empty={null}
        />
      )}
    </OperationsPage>
  );
}
