import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange, useList, useQuestion, useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { TextField } from '../../design/controls/fields.js';
import { Segmented } from '../../design/controls/segmented.js';
import { Badge } from '../../design/data/badge.js';
import { CodeBlock } from '../../design/data/code-block.js';
import { Moment } from '../../design/data/moment.js';
import { CodeEditor } from '../../design/editor/code-editor.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { Skeleton } from '../../design/feedback/skeleton.js';
import { say } from '../../design/feedback/toasts.js';
import { usePathValue } from '../../design/layout/address.js';
import { Page, Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { Definition } from './definition.js';
import { exampleOf } from './example-of.js';
import { Retire } from './retire.js';
import { Volume } from './volume.js';
import { parseJson } from '../../api/parse-json.js';

type Part = 'definition' | 'try' | 'versions' | 'volume';

export function EventPage(): ReactNode {
  const { events, common } = useWords();
  const format = useFormat();
  const name = usePathValue('name');
  const { data: session } = useQuery(sessionQuery);
  const [part, setPart] = useState<Part>('definition');
  const [sending, setSending] = useState(false);
  const { data, error, refetch } = useRead('/api/1/terminal/events/{event_name}', { path: { event_name: name } });
  return (
    <Page
      title={name}
      crumb={<Link to="/events">{events.title}</Link>}
      beside={data?.retired_at && <Badge>{events.retired}</Badge>}
      subtitle={data && `${common.version} ${data.version}`}
      actions={
        data && (
          <>
            {may(session, 'events:define') && <Retire event={data} />}
            {may(session, 'events:write') && !data.retired_at && (
              <Button icon={<Send />} onClick={() => setSending(true)}>
                {events.send}
              </Button>
            )}
          </>
        )
      }
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.retired_at && <p className="notice warn">{events.retiredSince(format.moment(data.retired_at))}</p>}
      <div>
        <Segmented<Part>
          label={events.title}
          value={part}
          choices={[
            { value: 'definition', text: events.definition },
            { value: 'try', text: events.tryOut },
            { value: 'versions', text: events.versions },
            { value: 'volume', text: events.volume },
          ]}
          onChange={setPart}
        />
      </div>
      {data === undefined && !error && <Skeleton lines={8} />}
      {data && (
        <div hidden={part !== 'definition'}>
          <Definition key={data.version} name={name} definition={data.definition} />
        </div>
      )}
      {data && part === 'try' && <TryOut name={name} definition={data.definition} />}
      {part === 'versions' && <Versions name={name} />}
      {part === 'volume' && <Volume name={name} />}
      {data && sending && <SendEvent name={name} definition={data.definition} onClose={() => setSending(false)} />}
    </Page>
  );
}

function TryOut({ name, definition }: { name: string; definition: unknown }): ReactNode {
  const { events } = useWords();
  const [text, setText] = useState(() => exampleOf(definition));
  const check = useQuestion(async () =>
    call('post', '/api/1/terminal/events/{event_name}:validate', { path: { event_name: name }, body: parseJson(text) }),
  );
  return (
    <Section ruled={false}>
      <CodeEditor
        label={events.data}
        hint={events.tryText}
        language="json"
        value={text}
        onChange={setText}
        lines={10}
      />
      <div className="row">
        <Button look="primary" busy={check.isPending} onClick={() => check.mutate(undefined)}>
          {events.check}
        </Button>
        {check.data && (
          <span className="is-good" role="status">
            {events.valid}
          </span>
        )}
      </div>
      {check.error && <Problem error={check.error} />}
    </Section>
  );
}

function Versions({ name }: { name: string }): ReactNode {
  const { events, common } = useWords();
  const list = useList('/api/1/terminal/events/{event_name}/versions', { path: { event_name: name } });
  if (list.error) return <Problem error={list.error} onRetry={list.retry} />;
  if (list.items === undefined) return <Skeleton lines={6} />;
  return list.items.map(({ version, created, definition }) => (
    <details key={version} className="version">
      <summary>
        <strong>
          {common.version} {version}
        </strong>{' '}
        <span className="faint small">
          <Moment at={created} />
        </span>
      </summary>
      <CodeBlock value={definition} label={`${events.definition} ${version}`} />
    </details>
  ));
}

function SendEvent({
  name,
  definition,
  onClose,
}: {
  name: string;
  definition: unknown;
  onClose: () => void;
}): ReactNode {
  const { events } = useWords();
  const [userId, setUserId] = useState('');
  const [text, setText] = useState(() => exampleOf(definition));
  const send = useChange(
    async () =>
      call('post', '/api/1/terminal/{user_id}/events/{event_name}', {
        path: { user_id: userId.trim(), event_name: name },
        body: parseJson(text),
      }),
    () => {
      say(events.sent);
      onClose();
    },
  );
  const button = (
    <Button type="submit" look="primary" busy={send.isPending} disabled={userId.trim() === ''}>
      {events.send}
    </Button>
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${events.send}: ${name}`}
      description={events.sendText}
      foot={button}
      onSubmit={() => send.mutate(undefined)}
    >
      <TextField label={events.personId} value={userId} onChange={setUserId} spellCheck={false} />
      <CodeEditor label={events.data} language="json" value={text} onChange={setText} lines={8} />
      {send.error && <Problem error={send.error} />}
    </Dialog>
  );
}
