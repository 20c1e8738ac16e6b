import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { AskFirst } from '../../design/feedback/ask-first.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { useWords } from '../../words/use-words.js';

/** Takes an event out of use, and back. */
export function Retire({ event }: { event: Schema<'StoredDefinition'> }): ReactNode {
  const { events } = useWords();
  const path = { event_name: event.event_name };
  const bringBack = useChange(
    () => call('put', '/api/1/terminal/events/{event_name}', { path, body: event.definition as never }),
    () => say(events.broughtBack),
  );
  if (event.retired_at) {
    return (
      <Button
        icon={<Undo2 />}
        busy={bringBack.isPending}
        onClick={() => bringBack.mutate(undefined, { onError: complain })}
      >
        {events.bringBack}
      </Button>
    );
  }
  return (
    <AskFirst
      look="plain"
      action={events.retire}
      title={`${events.retire}: ${event.event_name}`}
      text={events.retireText}
      run={() => call('delete', '/api/1/terminal/events/{event_name}', { path })}
      onDone={() => say(events.retiredNow)}
    />
  );
}
