import { useQuery } from '@tanstack/react-query';
import { AppWindow, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Moment } from '../../design/data/moment.js';
import { Table } from '../../design/data/table.js';
import { Empty } from '../../design/feedback/empty.js';
import { useWords } from '../../words/use-words.js';
import { ClientForm } from './client-form.js';
import { ClientSecrets } from './client-secrets.js';
import { SettingsPage } from './settings-page.js';

type Client = Schema<'Client'>;

export function Clients(): ReactNode {
  const { settings, common } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const manages = may(session, 'clients:manage');
  const [edited, setEdited] = useState<Client | 'new'>();
  const [secret, setSecret] = useState<string>();
  const list = useList('/api/1/admin/clients');
  const make = manages && (
    <Button look="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      {settings.newClient}
    </Button>
  );
  return (
    <SettingsPage actions={make}>
      <Table<Client>
        label={settings.clients}
        rows={list.items}
        keyOf={({ id }) => id}
        onOpen={manages ? setEdited : undefined}
        error={list.error}
        retry={list.retry}
        more={list}
        columns={[
          { title: common.name, main: true, cell: ({ name }) => name },
          { title: common.id, cell: ({ id }) => <Copyable text={id} /> },
          { title: settings.scopes, cell: ({ scopes }) => <span className="soft small">{scopes.join(' ')}</span> },
          { title: settings.secrets, end: true, cell: ({ secrets }) => secrets },
          { title: common.created, cell: ({ created }) => <Moment at={created} /> },
        ]}
        empty={
          <Empty icon={<AppWindow />} title={settings.noClients} text={settings.noClientsText}>
            {make}
          </Empty>
        }
      />
      {edited && (
        <ClientForm
          client={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSecret={(fresh) => {
            setEdited(undefined);
            setSecret(fresh);
          }}
        />
      )}
      {secret !== undefined && <ClientSecrets secret={secret} onClose={() => setSecret(undefined)} />}
    </SettingsPage>
  );
}
