import { AppWindow } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useList } from '../../api/use-api.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Moment } from '../../design/data/moment.js';
import { ListScreen } from '../../design/layout/list-screen.js';
import { useWords } from '../../words/use-words.js';
import { ClientForm } from './client-form.js';
import { SettingsPage } from './settings-page.js';
import { ShownOnce } from './shown-once.js';

type Client = Schema<'Client'>;

export function Clients(): ReactNode {
  const { settings, common } = useWords();
  const [secret, setSecret] = useState<string>();
  return (
    <ListScreen<Client>
      frame={SettingsPage}
      scope="clients:manage"
      label={settings.clients}
      make={settings.newClient}
      list={useList('/api/1/admin/clients')}
      keyOf={({ id }) => id}
      columns={[
        { title: common.name, main: true, cell: ({ name }) => name },
        { title: common.id, cell: ({ id }) => <Copyable text={id} /> },
        { title: settings.scopes, cell: ({ scopes }) => <span className="soft small">{scopes.join(' ')}</span> },
        {
          title: settings.lastUsed,
          cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} ago /> : common.never),
        },
        { title: settings.secrets, end: true, cell: ({ secrets }) => secrets },
        { title: common.created, cell: ({ created }) => <Moment at={created} /> },
      ]}
      empty={{ icon: <AppWindow />, title: settings.noClients, text: settings.noClientsText }}
      form={(client, close) => (
        <ClientForm
          client={client}
          onClose={close}
          onSecret={(fresh) => {
            close();
            setSecret(fresh);
          }}
        />
      )}
    >
      {secret !== undefined && (
        <ShownOnce
          title={settings.clientMade}
          description={settings.secretOnce}
          text={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </ListScreen>
  );
}
