import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange, useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { TextArea, TextField } from '../../design/controls/fields.js';
import { linesOf } from '../../design/controls/lines.js';
import { Table } from '../../design/data/table.js';
import { AskFirst } from '../../design/feedback/ask-first.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Empty } from '../../design/feedback/empty.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { useWords } from '../../words/use-words.js';
import { SettingsPage } from './settings-page.js';

type Provider = Schema<'Provider'>;

export function Providers(): ReactNode {
  const { settings, common } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const manages = may(session, 'admin');
  const [edited, setEdited] = useState<Provider | 'new'>();
  const list = useList('/api/1/admin/providers');
  const make = manages && (
    <Button look="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      {settings.newProvider}
    </Button>
  );
  return (
    <SettingsPage actions={make}>
      <Table<Provider>
        label={settings.providers}
        rows={list.items}
        keyOf={({ name }) => name}
        onOpen={manages ? setEdited : undefined}
        error={list.error}
        retry={list.retry}
        more={list}
        columns={[
          { title: common.name, main: true, cell: ({ name }) => <code>{name}</code> },
          { title: settings.issuer, cell: ({ issuer }) => issuer },
          { title: settings.clientIds, cell: ({ client_ids }) => client_ids.join(', ') },
          { title: settings.onSignIn, cell: ({ client_id }) => (client_id ? common.yes : common.no) },
        ]}
        empty={
          <Empty icon={<Fingerprint />} title={settings.noProviders} text={settings.noProvidersText}>
            {make}
          </Empty>
        }
      />
      {edited && <ProviderForm provider={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </SettingsPage>
  );
}

function ProviderForm({ provider, onClose }: { provider: Provider | undefined; onClose: () => void }): ReactNode {
  const { settings, common } = useWords();
  const [name, setName] = useState(provider?.name ?? '');
  const [issuer, setIssuer] = useState(provider?.issuer ?? '');
  const [ids, setIds] = useState(provider?.client_ids.join('\n') ?? '');
  const [clientId, setClientId] = useState(provider?.client_id ?? '');
  const [secret, setSecret] = useState('');
  const save = useChange(
    () =>
      call('put', '/api/1/admin/providers/{name}', {
        path: { name },
        body: {
          issuer,
          client_ids: linesOf(ids),
          ...(clientId === '' ? {} : { client_id: clientId }),
          ...(secret === '' ? {} : { client_secret: secret }),
        },
      }),
    () => {
      say(settings.providerSaved);
      onClose();
    },
  );
  const fault = (pointer: string): string | undefined => save.error?.faultAt(pointer);
  const foot = (
    <>
      {provider && (
        <AskFirst
          action={common.delete}
          title={`${common.delete}: ${provider.name}`}
          text={settings.deleteProviderText}
          run={() => call('delete', '/api/1/admin/providers/{name}', { path: { name } })}
          onDone={() => {
            say(settings.providerDeleted);
            onClose();
          }}
        />
      )}
      <Button type="submit" look="primary" busy={save.isPending} disabled={name === '' || issuer === ''}>
        {common.save}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={provider?.name ?? settings.newProvider}
      foot={foot}
      onSubmit={() => save.mutate(undefined)}
    >
      <TextField label={settings.providerKey} value={name} onChange={setName} disabled={provider !== undefined} />
      <TextField
        label={settings.issuer}
        type="url"
        placeholder="https://"
        value={issuer}
        onChange={setIssuer}
        fault={fault('#/issuer')}
      />
      <TextArea
        label={settings.clientIds}
        hint={settings.onePerLine}
        value={ids}
        onChange={setIds}
        fault={fault('#/client_ids')}
      />
      <TextField label={settings.clientId} value={clientId} onChange={setClientId} />
      <TextField
        label={settings.clientSecret}
        type="password"
        autoComplete="new-password"
        value={secret}
        onChange={setSecret}
      />
      {save.error && <Problem error={save.error} />}
    </Dialog>
  );
}
