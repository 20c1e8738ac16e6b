import { useNavigate } from '@tanstack/react-router';
import { Plus, Webhook as Icon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useList, useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Badge } from '../../design/data/badge.js';
import { Table } from '../../design/data/table.js';
import { Empty } from '../../design/feedback/empty.js';
import { Page } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { WebhookForm } from './webhook-form.js';
import { WebhookState } from './webhook-state.js';

type Webhook = Schema<'Webhook'>;

export function Webhooks(): ReactNode {
  const { webhooks, common } = useWords();
  const navigate = useNavigate();
  const [making, setMaking] = useState(false);
  const list = useList('/api/1/terminal/webhooks');
  const make = (
    <Button look="primary" icon={<Plus />} onClick={() => setMaking(true)}>
      {webhooks.create}
    </Button>
  );
  return (
    <Page title={webhooks.title} subtitle={webhooks.subtitle} actions={make}>
      <Table<Webhook>
        label={webhooks.title}
        rows={list.items}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: `/webhooks/${id}` })}
        error={list.error}
        retry={list.retry}
        more={list}
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
        empty={
          <Empty icon={<Icon />} title={webhooks.empty} text={webhooks.emptyText}>
            {make}
          </Empty>
        }
      />
      {making && <WebhookForm onClose={() => setMaking(false)} />}
    </Page>
  );
}

/** The list has only what the specification shows, so state and queue are read for each. */
function useDetails(id: string): Schema<'WebhookDetails'> | undefined {
  return useRead('/api/1/terminal/webhooks/{webhook_id}', { path: { webhook_id: id } }).data;
}

function StateOf({ id }: { id: string }): ReactNode {
  const details = useDetails(id);
  if (details === undefined) return <span className="skeleton" style={{ width: 60 }} />;
  return <WebhookState webhook={details} />;
}

function WaitingOf({ id }: { id: string }): ReactNode {
  const format = useFormat();
  const details = useDetails(id);
  return details === undefined ? '' : format.number(details.queue.waiting);
}
