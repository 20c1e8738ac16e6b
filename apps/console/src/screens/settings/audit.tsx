import { Download, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { callForPage } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useList, useQuestion } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { TextField } from '../../design/controls/fields.js';
import { saveFile } from '../../design/controls/save-file.js';
import { Badge } from '../../design/data/badge.js';
import { ListTable } from '../../design/data/list-table.js';
import { Moment } from '../../design/data/moment.js';
import { Empty } from '../../design/feedback/empty.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { useAsked } from '../../design/layout/address.js';
import { useSettled } from '../../design/time/use-settled.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { csvOf } from './csv.js';
import { SettingsPage } from './settings-page.js';

type Entry = Schema<'AuditEntry'>;
/** An export of more would not fit into a table program. */
const mostLines = 1_000_000;

export function Audit(): ReactNode {
  const { settings, common } = useWords();
  const format = useFormat();
  const [{ actor, since }, ask] = useAsked();
  const query = { actor: useSettled(actor), since: since === undefined ? undefined : new Date(since).toISOString() };
  const list = useList('/api/1/admin/audit', { query: { ...query, limit: 200 } });
  const exporting = useQuestion(
    () => everything(query),
    (entries) => {
      saveFile('audit.csv', csvOf(columns, entries), 'text/csv;charset=utf-8');
      say(settings.exported(format.number(entries.length)));
    },
  );
  const action = (
    <Button
      icon={<Download />}
      busy={exporting.isPending}
      onClick={() => exporting.mutate(undefined, { onError: complain })}
    >
      {settings.csv}
    </Button>
  );
  return (
    <SettingsPage actions={action}>
      <div className="fields-row filters">
        <TextField
          label={settings.actor}
          placeholder="cl_… op_…"
          value={actor ?? ''}
          onChange={(text) => ask({ actor: text })}
        />
        <TextField label={settings.since} type="date" value={since ?? ''} onChange={(text) => ask({ since: text })} />
      </div>
      <ListTable<Entry>
        label={settings.audit}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { title: common.created, cell: ({ at }) => <Moment at={at} /> },
          {
            title: settings.who,
            main: true,
            cell: ({ who, who_name }) => (
              <button
                type="button"
                className="text-button"
                title={settings.onlyOf(who)}
                onClick={() => ask({ actor: who })}
              >
                {who_name ?? who}
              </button>
            ),
          },
          { title: settings.what, cell: ({ what }) => <code>{what}</code> },
          { title: settings.forClient, cell: ({ client_id }) => <ClientId id={client_id} /> },
          {
            title: settings.person,
            cell: ({ user_id }) =>
              user_id === null ? '—' : <Link to={`/customers/${user_id}`}>{user_id.slice(0, 8)}…</Link>,
          },
          { title: settings.status, cell: ({ status }) => <StatusBadge status={status} /> },
          { title: settings.count, end: true, cell: ({ count }) => format.number(count) },
          {
            title: common.requestId,
            cell: ({ request_id }) =>
              request_id === null ? '—' : <Copyable text={request_id} shown={`${request_id.slice(0, 8)}…`} />,
          },
        ]}
        empty={<Empty icon={<ScrollText />} title={settings.noAudit} text={settings.noAuditText} />}
      />
    </SettingsPage>
  );
}

const columns = ['at', 'who', 'who_name', 'client_id', 'what', 'user_id', 'status', 'request_id', 'count'] as const;

async function everything(query: { actor: string | undefined; since: string | undefined }): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const page = await callForPage('/api/1/admin/audit', { query: { ...query, limit: 500, cursor } });
    entries.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined && entries.length < mostLines);
  return entries;
}

function StatusBadge({ status }: { status: number | null }): ReactNode {
  if (status === null) return '—';
  return <Badge tone={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>{status}</Badge>;
}

function ClientId({ id }: { id: string | undefined }): ReactNode {
  return id === undefined ? '—' : <Copyable text={id} shown={`${id.slice(0, 8)}…`} />;
}
