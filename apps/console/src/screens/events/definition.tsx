import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { TextField } from '../../design/controls/fields.js';
import { CodeBlock } from '../../design/data/code-block.js';
import { CodeEditor } from '../../design/editor/code-editor.js';
import { AskBeforeLeaving } from '../../design/feedback/ask-before-leaving.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { Page, Section } from '../../design/layout/page.js';
import { useWords } from '../../words/use-words.js';
import { parseJson } from '../../api/parse-json.js';

/** The editor of a definition. A role that may not define reads it. */
export function Definition({ name, definition }: { name: string; definition: unknown }): ReactNode {
  const { events } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const [kept, setKept] = useState(() => JSON.stringify(definition, null, 2));
  const [text, setText] = useState(kept);
  const save = useSave(name, text, () => setKept(text));
  if (!may(session, 'events:define')) return <CodeBlock value={definition} label={events.definition} />;
  return (
    <Section ruled={false}>
      <AskBeforeLeaving unsaved={text !== kept} />
      <CodeEditor
        label={events.schema}
        hint={events.schemaHint}
        language="json-schema"
        value={text}
        onChange={setText}
        lines={22}
      />
      <div>
        <Button look="primary" busy={save.isPending} onClick={() => save.mutate(undefined)}>
          {events.save}
        </Button>
      </div>
      {save.error && <Problem error={save.error} />}
    </Section>
  );
}

export function NewEventPage(): ReactNode {
  const { events } = useWords();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [text, setText] = useState(firstText);
  const save = useSave(name, text, () => void navigate({ to: `/events/${name}`, ignoreBlocker: true }));
  return (
    <Page
      title={events.create}
      crumb={<Link to="/events">{events.title}</Link>}
      actions={
        <Button look="primary" busy={save.isPending} disabled={name === ''} onClick={() => save.mutate(undefined)}>
          {events.save}
        </Button>
      }
    >
      <AskBeforeLeaving unsaved={name !== '' || text !== firstText} />
      {save.error && <Problem error={save.error} />}
      <TextField
        label={events.name}
        hint={events.nameHint}
        value={name}
        onChange={setName}
        autoFocus
        spellCheck={false}
        maxLength={100}
      />
      <CodeEditor
        label={events.schema}
        hint={events.schemaHint}
        language="json-schema"
        value={text}
        onChange={setText}
        lines={22}
      />
    </Page>
  );
}

const firstSchema = {
  type: 'object',
  properties: { amount: { type: 'integer', title: 'In cents', minimum: 0 } },
  required: ['amount'],
};
const firstText = JSON.stringify(firstSchema, null, 2);

/** `$id` and `$schema` are what the name and the service say, so nobody has to type them. */
function useSave(name: string, text: string, done?: () => void): ReturnType<typeof useChange<undefined, unknown>> {
  const { events } = useWords();
  return useChange(
    async () => {
      const path = `/api/1/terminal/events/${name}`;
      const body = {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        ...parseJson(text),
        $id: idOf(parseJson(text), path),
      };
      return call('put', '/api/1/terminal/events/{event_name}', { path: { event_name: name }, body: body as never });
    },
    (saved) => {
      const { status } = saved as { status: 'created' | 'updated' | 'unchanged' };
      say({ created: events.made, updated: events.saved, unchanged: events.unchanged }[status]);
      done?.();
    },
  );
}

function idOf(schema: Record<string, unknown>, path: string): string {
  const { $id } = schema;
  return typeof $id === 'string' ? $id : `${window.location.origin}${path}`;
}
