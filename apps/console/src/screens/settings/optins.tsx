import { MessageSquareCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange, useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Check, TextArea, TextField } from '../../design/controls/fields.js';
import { Badge } from '../../design/data/badge.js';
import { AskFirst } from '../../design/feedback/ask-first.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { ListScreen } from '../../design/layout/list-screen.js';
import { localeFor } from '../../words/language.js';
import { useSpeech, useWords } from '../../words/use-words.js';
import { SettingsPage } from './settings-page.js';

type Optin = Schema<'OptinDefinition'>;
const locales = ['en_GB', 'nl_NL', 'de_DE'] as const;

export function Optins(): ReactNode {
  const { settings, common } = useWords();
  const locale = localeFor(useSpeech().language);
  return (
    <ListScreen<Optin>
      frame={SettingsPage}
      scope="optins:manage"
      label={settings.optins}
      make={settings.newOptin}
      list={useList('/api/1/admin/optins')}
      keyOf={({ id }) => id}
      columns={[
        { title: settings.text, main: true, cell: ({ name }) => name[locale] ?? name['en_GB'] },
        { title: settings.purpose, cell: ({ purpose }) => purpose.name },
        { title: settings.required, cell: ({ purpose }) => (purpose.required ? common.yes : common.no) },
        { title: common.version, end: true, cell: ({ text_version }) => text_version },
        {
          title: common.state,
          cell: ({ retired_at }) => (
            <Badge tone={retired_at === null ? 'good' : 'idle'}>
              {retired_at === null ? settings.active : settings.retiredState}
            </Badge>
          ),
        },
      ]}
      empty={{ icon: <MessageSquareCheck />, title: settings.noOptins, text: settings.noOptinsText }}
      form={(optin, close) => <OptinForm optin={optin} onClose={close} />}
    />
  );
}

function OptinForm({ optin, onClose }: { optin: Optin | undefined; onClose: () => void }): ReactNode {
  const { settings, common } = useWords();
  const [name, setName] = useState<Record<string, string>>(optin?.name ?? {});
  const [description, setDescription] = useState<Record<string, string>>(optin?.description ?? {});
  const [purpose, setPurpose] = useState(optin?.purpose ?? { name: '', can_be_updated: true, required: false });
  const [atRegistration, setAtRegistration] = useState(optin?.at_registration ?? true);
  const save = useChange(
    (): Promise<unknown> => {
      const body = { name: filled(name), description: filled(description), purpose, at_registration: atRegistration };
      return optin === undefined
        ? call('post', '/api/1/admin/optins', { body })
        : call('put', '/api/1/admin/optins/{id}', { path: { id: optin.id }, body });
    },
    () => {
      say(settings.optinSaved);
      onClose();
    },
  );
  const foot = (optin === undefined || optin.retired_at === null) && (
    <>
      {optin && (
        <AskFirst
          action={settings.retire_}
          title={`${settings.retire_}: ${optin.name['en_GB'] ?? optin.purpose.name}`}
          text={settings.retireText}
          run={() => call('delete', '/api/1/admin/optins/{id}', { path: { id: optin.id } })}
          onDone={() => {
            say(settings.optinRetired);
            onClose();
          }}
        />
      )}
      <Button type="submit" look="primary" busy={save.isPending} disabled={purpose.name.trim() === ''}>
        {common.save}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={optin?.name['en_GB'] ?? settings.newOptin}
      foot={foot}
      onSubmit={() => save.mutate(undefined)}
    >
      {locales.map((each) => (
        <fieldset key={each} className="panel" lang={each.slice(0, 2)}>
          <TextField
            label={`${settings.text} (${settings.languages[each]})`}
            value={name[each] ?? ''}
            onChange={(text) => setName({ ...name, [each]: text })}
            fault={save.error?.faultAt(`#/name/${each}`)}
          />
          <TextArea
            label={`${settings.description} (${settings.languages[each]})`}
            value={description[each] ?? ''}
            onChange={(text) => setDescription({ ...description, [each]: text })}
          />
        </fieldset>
      ))}
      <TextField
        label={settings.purpose}
        value={purpose.name}
        onChange={(text) => setPurpose({ ...purpose, name: text })}
      />
      <Check
        label={settings.required}
        checked={purpose.required}
        onChange={(required) => setPurpose({ ...purpose, required })}
      />
      <Check
        label={settings.canChange}
        checked={purpose.can_be_updated}
        onChange={(can_be_updated) => setPurpose({ ...purpose, can_be_updated })}
      />
      <Check label={settings.atRegistration} checked={atRegistration} onChange={setAtRegistration} />
      {save.error && <Problem error={save.error} />}
    </Dialog>
  );
}

function filled(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
}
