import { ShieldUser, UserPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange, useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { SelectField, TextField } from '../../design/controls/fields.js';
import { Badge, type Tone } from '../../design/data/badge.js';
import { Moment } from '../../design/data/moment.js';
import { AskFirst } from '../../design/feedback/ask-first.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { ListScreen } from '../../design/layout/list-screen.js';
import { useWords } from '../../words/use-words.js';
import { SettingsPage } from './settings-page.js';
import { ShownOnce } from './shown-once.js';

type Operator = Schema<'Operator'>;
const roles: readonly Operator['role'][] = ['owner', 'marketer', 'support', 'developer', 'auditor'];
const tones: Record<Operator['state'], Tone> = { invited: 'info', active: 'good', blocked: 'bad' };

export function Operators(): ReactNode {
  const { settings, shell, common } = useWords();
  const [invitation, setInvitation] = useState<string>();
  return (
    <ListScreen<Operator>
      frame={SettingsPage}
      scope="admin"
      label={settings.operators}
      make={settings.newOperator}
      makeIcon={<UserPlus />}
      list={useList('/api/1/admin/operators')}
      keyOf={({ id }) => id}
      columns={[
        { title: common.name, main: true, cell: ({ name }) => name },
        { title: settings.email, cell: ({ email }) => email },
        { title: settings.role, cell: ({ role }) => <Badge>{shell.roles[role]}</Badge> },
        {
          title: common.state,
          cell: ({ state }) => <Badge tone={tones[state]}>{settings.operatorStates[state]}</Badge>,
        },
        { title: settings.signedIn, cell: ({ signed_in_at }) => <Moment at={signed_in_at} ago /> },
      ]}
      empty={{ icon: <ShieldUser />, title: settings.noOperators, text: settings.noOperatorsText }}
      form={(operator, close) => (
        <OperatorForm
          operator={operator}
          onClose={close}
          onInvited={(url) => {
            close();
            setInvitation(url);
          }}
        />
      )}
    >
      {invitation !== undefined && (
        <ShownOnce
          title={settings.invitation}
          description={settings.invitationText}
          text={invitation}
          onClose={() => setInvitation(undefined)}
        />
      )}
    </ListScreen>
  );
}

function OperatorForm({
  operator,
  onClose,
  onInvited,
}: {
  operator: Operator | undefined;
  onClose: () => void;
  onInvited: (url: string) => void;
}): ReactNode {
  const { settings, shell, common } = useWords();
  const [name, setName] = useState(operator?.name ?? '');
  const [email, setEmail] = useState(operator?.email ?? '');
  const [role, setRole] = useState<Operator['role']>(operator?.role ?? 'marketer');
  const path = { id: operator?.id ?? '' };
  const invite = useChange(
    () => call('post', '/api/1/admin/operators', { body: { name, email, role } }),
    ({ invitation_url }) => onInvited(invitation_url),
  );
  const saved = (): void => {
    say(settings.operatorSaved);
    onClose();
  };
  const change = useChange(
    (body: Schema<'OperatorChange'>) => call('patch', '/api/1/admin/operators/{id}', { path, body }),
    saved,
  );
  const error = invite.error ?? change.error;
  return (
    <Dialog
      open
      onClose={onClose}
      title={operator?.name ?? settings.newOperator}
      onSubmit={() => (operator === undefined ? invite.mutate(undefined) : change.mutate({ name, role }))}
      foot={
        <Button type="submit" look="primary" busy={invite.isPending || change.isPending} disabled={name.trim() === ''}>
          {operator === undefined ? settings.invite : common.save}
        </Button>
      }
    >
      <TextField label={common.name} value={name} onChange={setName} fault={error?.faultAt('#/name')} />
      <TextField
        label={settings.email}
        type="email"
        value={email}
        onChange={setEmail}
        disabled={operator !== undefined}
        fault={error?.faultAt('#/email')}
      />
      <SelectField
        label={settings.role}
        value={role}
        choices={roles.map((value) => ({ value, text: shell.roles[value] ?? value }))}
        onChange={(value) => setRole(value as Operator['role'])}
      />
      {operator && (
        <div className="row">
          <AskFirst
            size="small"
            look="plain"
            action={settings.inviteAgain}
            title={`${settings.inviteAgain}: ${operator.name}`}
            text={settings.inviteAgainText}
            run={async () => {
              const { invitation_url } = await call('post', '/api/1/admin/operators/{id}:invite', { path });
              onInvited(invitation_url);
            }}
            onDone={() => undefined}
          />
          {operator.state === 'blocked' ? (
            <Button size="small" onClick={() => change.mutate({ state: 'active' })}>
              {settings.unblock}
            </Button>
          ) : (
            <AskFirst
              size="small"
              look="plain"
              action={settings.block}
              title={`${settings.block}: ${operator.name}`}
              text={settings.blockText}
              run={() => call('patch', '/api/1/admin/operators/{id}', { path, body: { state: 'blocked' } })}
              onDone={saved}
            />
          )}
          <AskFirst
            size="small"
            look="plain"
            action={settings.removeFactors}
            title={`${settings.removeFactors}: ${operator.name}`}
            text={settings.removeFactorsText}
            run={() => call('delete', '/api/1/admin/operators/{id}/factors', { path })}
            onDone={() => {
              say(settings.factorsRemoved);
              onClose();
            }}
          />
          <AskFirst
            size="small"
            action={common.delete}
            title={`${common.delete}: ${operator.name}`}
            text={settings.deleteOperatorText}
            run={() => call('delete', '/api/1/admin/operators/{id}', { path })}
            onDone={() => {
              say(settings.operatorDeleted);
              onClose();
            }}
          />
        </div>
      )}
      {error && <Problem error={error} />}
    </Dialog>
  );
}
