import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.js';
import type { Schema } from '../../../api/routes.js';
import { may, sessionQuery } from '../../../api/session.js';
import { useChange, useRead } from '../../../api/use-api.js';
import { Button } from '../../../design/controls/button.js';
import { Check, SelectField, TextField } from '../../../design/controls/fields.js';
import { Dialog } from '../../../design/feedback/dialog.js';
import { Problem } from '../../../design/feedback/problem.js';
import { say } from '../../../design/feedback/toasts.js';
import { useWords } from '../../../words/use-words.js';
import { barcodes, bodyOf, draftOf, type Barcode, type CardDraft } from './card-draft.js';
import { Tiers } from './tiers.js';

interface Props {
  definition: Schema<'CardDefinition'> | undefined;
  onClose: () => void;
}

export function CardForm({ definition, onClose }: Props): ReactNode {
  const { settings, common } = useWords();
  const [draft, setDraft] = useState(() => draftOf(definition));
  const change = (changed: Partial<CardDraft>): void => setDraft({ ...draft, ...changed });
  const save = useChange(
    () => {
      const body = bodyOf(draft, definition);
      return definition === undefined
        ? call('post', '/api/1/admin/card-definitions', { body })
        : call('put', '/api/1/admin/card-definitions/{id}', { path: { id: definition.id }, body });
    },
    () => {
      say(settings.cardSaved);
      onClose();
    },
  );
  const fault = (pointer: string): string | undefined => save.error?.faultAt(pointer);
  const isComplete = [draft.name, ...draft.tiers.map(({ name }) => name)].every((name) => name.trim() !== '');
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={definition?.name ?? settings.newCard}
      onSubmit={() => save.mutate(undefined)}
      foot={
        <Button type="submit" look="primary" busy={save.isPending} disabled={!isComplete}>
          {common.save}
        </Button>
      }
    >
      <div className="fields-row">
        <TextField
          label={common.name}
          value={draft.name}
          onChange={(name) => change({ name })}
          fault={fault('#/name')}
        />
        <SelectField
          label={settings.barcode}
          value={draft.barcode}
          choices={barcodes.map((value) => ({ value, text: settings.barcodes[value] }))}
          onChange={(value) => change({ barcode: value as Barcode })}
        />
      </div>
      <div className="fields-row">
        <TextField
          label={settings.usersPerCard}
          type="number"
          min={1}
          max={100}
          required
          value={draft.usersPerCard}
          onChange={(usersPerCard) => change({ usersPerCard })}
          fault={fault('#/users_per_card')}
        />
        <TextField
          label={settings.groupsOf}
          hint={settings.groupsOfHint}
          type="number"
          min={1}
          max={20}
          value={draft.groupsOf}
          onChange={(groupsOf) => change({ groupsOf })}
          fault={fault('#/display_groups_of')}
        />
      </div>
      <Check label={settings.mayRemove} checked={draft.mayRemove} onChange={(mayRemove) => change({ mayRemove })} />
      <Balance draft={draft} change={change} />
      <Tiers tiers={draft.tiers} onChange={(tiers) => change({ tiers })} fault={fault} />
      {save.error && <Problem error={save.error} />}
    </Dialog>
  );
}

/** The balance that the card shows. A role that may not read stacks leaves it as it is. */
function Balance({ draft, change }: { draft: CardDraft; change: (changed: Partial<CardDraft>) => void }): ReactNode {
  const { settings, common } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const sees = may(session, 'rewards:manage', 'admin:read');
  const { data: stacks } = useRead('/api/1/admin/stacks', { enabled: sees });
  if (!sees) return null;
  return (
    <div className="fields-row">
      <SelectField
        label={settings.balance}
        value={draft.stack}
        choices={[
          { value: '', text: common.none },
          ...(stacks ?? []).map(({ id, name }) => ({ value: id, text: name })),
        ]}
        onChange={(stack) => change({ stack })}
      />
      {draft.stack !== '' && (
        <TextField
          label={settings.unit}
          placeholder={settings.unitExample}
          value={draft.unit}
          onChange={(unit) => change({ unit })}
        />
      )}
    </div>
  );
}
