import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Check, TextArea, TextField } from '../../design/controls/fields.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { useWords } from '../../words/use-words.js';
import { catalogue, type EventName } from './catalogue.js';

export function WebhookForm({ webhook, onClose }: { webhook?: Schema<'Webhook'>; onClose: () => void }): ReactNode {
  const { webhooks, common } = useWords();
  const navigate = useNavigate();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly EventName[]>(webhook?.events ?? []);
  const [headers, setHeaders] = useState(textOf(webhook?.headers ?? {}));
  const save = useChange(
    (): Promise<Schema<'Webhook'>> => {
      const body = { url, events: [...events], headers: headersOf(headers) };
      return webhook === undefined
        ? call('post', '/api/1/terminal/webhooks', { body })
        : call('patch', '/api/1/terminal/webhooks/{webhook_id}', { path: { webhook_id: webhook.id }, body });
    },
    ({ id }) => {
      say(webhook === undefined ? webhooks.made : common.saved);
      onClose();
      void navigate({ to: `/webhooks/${id}` });
    },
  );
  const button = (
    <Button type="submit" look="primary" busy={save.isPending} disabled={url.trim() === '' || events.length === 0}>
      {common.save}
    </Button>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={webhook === undefined ? webhooks.create : webhooks.edit}
      foot={button}
      onSubmit={() => save.mutate(undefined)}
    >
      <TextField
        label={webhooks.url}
        type="url"
        placeholder="https://"
        value={url}
        onChange={setUrl}
        fault={save.error?.faultAt('#/url')}
      />
      <fieldset className="choices">
        <legend>{webhooks.events}</legend>
        {catalogue.map((name) => (
          <Check
            key={name}
            label={<code>{name}</code>}
            checked={events.includes(name)}
            onChange={(checked) => setEvents(checked ? [...events, name] : events.filter((each) => each !== name))}
          />
        ))}
      </fieldset>
      <TextArea
        label={webhooks.headers}
        hint={webhooks.headersHint}
        className="input mono"
        value={headers}
        onChange={setHeaders}
        fault={save.error?.faultAt('#/headers')}
      />
      {save.error && <Problem error={save.error} />}
    </Dialog>
  );
}

function textOf(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function headersOf(text: string): Record<string, string> {
  const pairs = text.split('\n').filter((line) => line.includes(':'));
  return Object.fromEntries(
    pairs.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}
