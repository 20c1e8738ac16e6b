import { useNavigate } from '@tanstack/react-router';
import {
  CirclePause,
  CirclePlay,
  EllipsisVertical,
  History,
  KeyRound,
  LinkIcon,
  Pencil,
  Send,
  Trash2,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { SelectField, TextField } from '../../design/controls/fields.js';
import { Menu, MenuItem, MenuLine } from '../../design/controls/menu.js';
import { Confirm } from '../../design/feedback/confirm.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { useWords } from '../../words/use-words.js';
import type { EventName } from './catalogue.js';
import { PortalLink } from './portal-link.js';
import { WebhookForm } from './webhook-form.js';

type Act = 'test' | 'replay' | 'rotate' | 'delete';

export function WebhookActions({ webhook }: { webhook: Schema<'WebhookDetails'> }): ReactNode {
  const { webhooks, common } = useWords();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Act>();
  const [editing, setEditing] = useState(false);
  const [linking, setLinking] = useState(false);
  const [event, setEvent] = useState<EventName>(webhook.events[0] ?? 'coupon-slip-claimed-event');
  const [since, setSince] = useState('');
  const path = { webhook_id: webhook.id };
  const acts: Record<Act, { text: string; run: () => Promise<string> }> = {
    test: {
      text: webhooks.testText,
      run: async () => {
        const { answer, error } = await call('post', '/api/1/terminal/webhooks/{webhook_id}:test', {
          path,
          body: { event },
        });
        return answer === null ? (error ?? webhooks.noAnswer) : webhooks.tested(String(answer.status));
      },
    },
    replay: {
      text: webhooks.replayText,
      run: async () => {
        const body = { since: new Date(since).toISOString() };
        await call('post', '/api/1/terminal/webhooks/{webhook_id}:replay', { path, body });
        return webhooks.replayed;
      },
    },
    rotate: {
      text: webhooks.rotateText,
      run: async () => {
        await call('post', '/api/1/terminal/webhooks/{webhook_id}/secret:rotate', { path });
        return webhooks.rotated;
      },
    },
    delete: {
      text: webhooks.deleteText,
      run: async () => {
        await call('delete', '/api/1/terminal/webhooks/{webhook_id}', { path });
        return webhooks.deleted;
      },
    },
  };
  const change = useChange(
    (act: Act) => acts[act].run(),
    (done, act) => {
      setAsked(undefined);
      say(done);
      if (act === 'delete') void navigate({ to: '/webhooks' });
    },
  );
  const turn = useChange(
    (to: 'enable' | 'disable') =>
      to === 'enable'
        ? call('post', '/api/1/terminal/webhooks/{webhook_id}:enable', { path })
        : call('post', '/api/1/terminal/webhooks/{webhook_id}:disable', { path }),
    (_, to) => say(to === 'enable' ? webhooks.nowEnabled : webhooks.nowDisabled),
  );
  const isOn = webhook.state === 'enabled';
  const ask = (act: Act): void => {
    change.reset();
    setAsked(act);
  };
  return (
    <>
      <Button icon={<Send />} onClick={() => ask('test')}>
        {webhooks.test}
      </Button>
      <Menu trigger={<Button aria-label={common.actions} icon={<EllipsisVertical />} />}>
        <MenuItem icon={<Pencil />} onClick={() => setEditing(true)}>
          {webhooks.edit}
        </MenuItem>
        <MenuItem icon={<History />} onClick={() => ask('replay')}>
          {webhooks.replay}
        </MenuItem>
        <MenuItem icon={<LinkIcon />} onClick={() => setLinking(true)}>
          {webhooks.portalLink}
        </MenuItem>
        <MenuItem icon={<KeyRound />} onClick={() => ask('rotate')}>
          {webhooks.rotate}
        </MenuItem>
        <MenuItem
          icon={isOn ? <CirclePause /> : <CirclePlay />}
          onClick={() => turn.mutate(isOn ? 'disable' : 'enable', { onError: complain })}
        >
          {isOn ? webhooks.disable : webhooks.enable}
        </MenuItem>
        <MenuLine />
        <MenuItem danger icon={<Trash2 />} onClick={() => ask('delete')}>
          {webhooks.delete}
        </MenuItem>
      </Menu>
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === undefined ? '' : webhooks[asked]}
        text={asked === undefined ? '' : acts[asked].text}
        action={asked === undefined ? '' : webhooks[asked]}
        danger={asked === 'delete'}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => asked && change.mutate(asked)}
      >
        {asked === 'test' && (
          <SelectField
            label={webhooks.events}
            value={event}
            choices={webhook.events.map((value) => ({ value, text: value }))}
            onChange={(name) => setEvent(name as EventName)}
          />
        )}
        {asked === 'replay' && (
          <TextField label={webhooks.replaySince} type="datetime-local" required value={since} onChange={setSince} />
        )}
      </Confirm>
      {linking && <PortalLink ids={[webhook.id]} onClose={() => setLinking(false)} />}
      {editing && <WebhookForm webhook={webhook} onClose={() => setEditing(false)} />}
    </>
  );
}
