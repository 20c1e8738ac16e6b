import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-api.js';
import { CodeEditor } from '../../../design/editor/code-editor.js';
import { useWords } from '../../../words/use-words.js';
import { Part, type PartProps } from './part.js';

export function Condition({ draft, change, fault }: PartProps): ReactNode {
  const { builder } = useWords();
  return (
    <Part title={builder.conditionTitle} text={builder.conditionText}>
      <CodeEditor
        label={builder.condition}
        hint={builder.conditionHint}
        fault={fault('#/condition')}
        language="cel"
        schema={useEventSchema(draft.trigger.event_name)}
        value={draft.condition ?? ''}
        onChange={(condition) => change({ condition })}
        lines={4}
      />
    </Part>
  );
}

/** The schema of the event that triggers, for the names that an expression may have. */
function useEventSchema(name: string | undefined): unknown {
  const { data } = useRead('/api/1/terminal/events/{event_name}', {
    path: { event_name: name ?? '' },
    enabled: name !== undefined && name !== '',
  });
  return data?.definition;
}
