import { Fingerprint } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange, useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Check, TextArea, TextField } from '../../design/controls/fields.js';
import { AskFirst } from '../../design/feedback/ask-first.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { ListScreen } from '../../design/layout/list-screen.js';
import type { Words } from '../../words/english.js';
import { useWords } from '../../words/use-words.js';
import { bodyOf, draftOf, type ProviderDraft } from './provider-draft.js';
import { SettingsPage } from './settings-page.js';

type Provider = Schema<'Provider'>;

export function Providers(): ReactNode {
  const { settings, common } = useWords();
  return (
    <ListScreen<Provider>
      frame={SettingsPage}
      scope="admin"
      label={settings.providers}
      make={settings.newProvider}
      list={useList('/api/1/admin/providers')}
      keyOf={({ name }) => name}
      columns={[
        { title: common.name, main: true, cell: ({ name }) => <code>{name}</code> },
        { title: settings.issuer, cell: ({ issuer }) => issuer },
        { title: settings.clientIds, cell: ({ client_ids }) => client_ids.join(', ') },
        { title: settings.onSignIn, cell: (provider) => offerOf(provider, settings) },
      ]}
      empty={{ icon: <Fingerprint />, title: settings.noProviders, text: settings.noProvidersText }}
      form={(provider, close) => <ProviderForm provider={provider} onClose={close} />}
    />
  );
}

function offerOf({ client_id, operators }: Provider, settings: Words['settings']): string {
  if (!client_id) return settings.offeredToNobody;
  return operators ? settings.offeredToOperators : settings.offeredToCustomers;
}

function ProviderForm({ provider, onClose }: { provider: Provider | undefined; onClose: () => void }): ReactNode {
  const { settings, common } = useWords();
  const [draft, setDraft] = useState(() => draftOf(provider));
  const { name } = draft;
  const change = (field: Exclude<keyof ProviderDraft, 'operators'>) => (text: string) =>
    setDraft({ ...draft, [field]: text });
  const save = useChange(
    () => call('put', '/api/1/admin/providers/{name}', { path: { name }, body: bodyOf(draft) }),
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
      <Button type="submit" look="primary" busy={save.isPending} disabled={name === '' || draft.issuer === ''}>
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
      <TextField
        label={settings.providerKey}
        value={name}
        onChange={change('name')}
        disabled={provider !== undefined}
      />
      <TextField
        label={settings.issuer}
        type="url"
        placeholder="https://"
        value={draft.issuer}
        onChange={change('issuer')}
        fault={fault('#/issuer')}
      />
      <TextField
        label={settings.keysAddress}
        hint={settings.keysAddressHint}
        type="url"
        placeholder="https://"
        value={draft.jwksUri}
        onChange={change('jwksUri')}
        fault={fault('#/jwks_uri')}
      />
      <TextArea
        label={settings.clientIds}
        hint={settings.onePerLine}
        value={draft.clientIds}
        onChange={change('clientIds')}
        fault={fault('#/client_ids')}
      />
      <TextField
        label={settings.clientId}
        hint={settings.clientIdHint}
        value={draft.clientId}
        onChange={change('clientId')}
        fault={fault('#/client_id')}
      />
      <TextField
        label={settings.clientSecret}
        hint={provider && settings.clientSecretHint}
        type="password"
        autoComplete="new-password"
        value={draft.secret}
        onChange={change('secret')}
        fault={fault('#/client_secret')}
      />
      <TextField
        label={settings.askedScopes}
        hint={settings.askedScopesHint}
        placeholder="openid email"
        value={draft.scopes}
        onChange={change('scopes')}
        fault={fault('#/scopes')}
      />
      <Check
        label={settings.forOperators}
        hint={settings.forOperatorsText}
        checked={draft.operators}
        onChange={(operators) => setDraft({ ...draft, operators })}
      />
      {save.error && <Problem error={save.error} />}
    </Dialog>
  );
}
