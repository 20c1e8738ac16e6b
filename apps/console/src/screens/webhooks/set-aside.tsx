import { Inbox, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange, useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Moment } from '../../design/data/moment.js';
import { Table } from '../../design/data/table.js';
import { Empty } from '../../design/feedback/empty.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { useWords } from '../../words/use-words.js';

export function SetAside({ id }: { id: string }): ReactNode {
  const { webhooks } = useWords();
  const path = { webhook_id: id };
  const list = useList('/api/1/terminal/webhooks/{webhook_id}/set-aside', { path });
  const resend = useChange(
    (body: Schema<'ResendChoice'>) =>
      call('post', '/api/1/terminal/webhooks/{webhook_id}/set-aside:resend', { path, body }),
    (resent) => say(resent.every(({ outcome }) => outcome === 'delivered') ? webhooks.resent : webhooks.resendFailed),
  );
  return (
    <>
      <Table<Schema<'SetAsideEvent'>>
        label={webhooks.setAside}
        rows={list.items}
        keyOf={({ event_id }) => event_id}
        error={list.error}
        retry={list.retry}
        more={list}
        columns={[
          { title: webhooks.events, main: true, cell: ({ name }) => name ?? '—' },
          { title: webhooks.status, end: true, cell: ({ status }) => status },
          { title: webhooks.at, cell: ({ at }) => <Moment at={at} /> },
          {
            title: '',
            end: true,
            cell: ({ event_id }) => (
              <Button size="small" onClick={() => resend.mutate({ event_ids: [event_id] }, { onError: complain })}>
                {webhooks.resend}
              </Button>
            ),
          },
        ]}
        empty={<Empty icon={<Inbox />} title={webhooks.noneAside} text={webhooks.noneAsideText} />}
      />
      {(list.items?.length ?? 0) > 1 && (
        <div>
          <Button icon={<Send />} busy={resend.isPending} onClick={() => resend.mutate({}, { onError: complain })}>
            {webhooks.resendAll}
          </Button>
        </div>
      )}
    </>
  );
}
