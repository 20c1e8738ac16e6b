import type { ReactNode } from 'react';
import { TextField } from '../../../design/controls/fields.js';
import { useWords } from '../../../words/use-words.js';
import { Part, type PartProps } from './part.js';

export function Dates({ draft, change, fault }: PartProps): ReactNode {
  const { builder } = useWords();
  return (
    <Part title={builder.datesTitle} text={builder.datesText}>
      <div className="fields-row">
        <TextField
          label={builder.startsAt}
          type="datetime-local"
          fault={fault('#/starts_at')}
          value={localOf(draft.starts_at)}
          onChange={(text) => change({ starts_at: isoOf(text) })}
        />
        <TextField
          label={builder.endsAt}
          type="datetime-local"
          fault={fault('#/ends_at')}
          value={localOf(draft.ends_at)}
          onChange={(text) => change({ ends_at: isoOf(text) })}
        />
      </div>
    </Part>
  );
}

/** The field knows local time without a zone; the API wants UTC. */
function localOf(iso: string | null | undefined): string {
  if (iso === null || iso === undefined) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function isoOf(local: string): string | null {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
