import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Refusal } from '../../api/refusal.js';
import type { Schema } from '../../api/routes.js';
import { useRead, type List } from '../../api/use-api.js';
import { Badge } from '../../design/data/badge.js';
import { ListTable } from '../../design/data/list-table.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { WebhookState } from './webhook-state.js';

type Webhook = Schema<'Webhook'>;

interface Props {
  list: List<Webhook>;
  /** Opens a webhook by its address or in place. */
  to?: (webhook: Webhook) => string;
  onOpen?: (webhook: Webhook) => void;
  empty: ReactNode;
}

export function WebhookTable(props: Props): ReactNode {
  const { webhooks, common } = useWords();
  return (
    <ListTable<Webhook>
      {...props}
      label={webhooks.title}
      keyOf={({ id }) => id}
      columns={[
        { title: webhooks.url, main: true, cell: ({ url }) => url },
        { title: common.state, cell: ({ id }) => <StateOf id={id} /> },
        { title: webhooks.waiting, end: true, cell: ({ id }) => <WaitingOf id={id} /> },
        {
          title: webhooks.events,
          cell: ({ events }) => (
            <span className="row">
              {events.slice(0, 2).map((name) => (
                <Badge key={name}>{name}</Badge>
              ))}
              {events.length > 2 && <span className="faint small">+{events.length - 2}</span>}
            </span>
          ),
        },
      ]}
    />
  );
}

/** The list has only what the specification shows, so state and queue are read for each. */
function useDetails(id: string): UseQueryResult<Schema<'WebhookDetails'>, Refusal> {
  return useRead('/api/1/terminal/webhooks/{webhook_id}', { path: { webhook_id: id } });
}

function StateOf({ id }: { id: string }): ReactNode {
  const { common } = useWords();
  const { data: details, error } = useDetails(id);
  if (error) return <Badge tone="warn">{common.unread}</Badge>;
  if (details === undefined) return <span className="skeleton" style={{ width: 60 }} />;
  return <WebhookState webhook={details} />;
}

function WaitingOf({ id }: { id: string }): ReactNode {
  const format = useFormat();
  const { data: details, error } = useDetails(id);
  if (error) return '—';
  return details === undefined ? '' : format.number(details.queue.waiting);
}
