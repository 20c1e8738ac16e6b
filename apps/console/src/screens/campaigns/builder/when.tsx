import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-api.js';
import { Check, SelectField, type Choice } from '../../../design/controls/fields.js';
import { useWords } from '../../../words/use-words.js';
import { useNames } from '../use-names.js';
import type { Draft } from './draft.js';
import { Part, type PartProps } from './part.js';

type Lifecycle = NonNullable<Draft['trigger']['lifecycle']>;
type Lists = NonNullable<Draft['audience']>;

export function When({ draft, change, fault }: PartProps): ReactNode {
  const { builder } = useWords();
  const names = useNames();
  const { data: events } = useRead('/api/1/terminal/events');
  const { trigger } = draft;
  const kinds: Choice[] = [
    { value: 'event', text: builder.anEvent },
    ...Object.entries(builder.lifecycle).map(([value, text]) => ({ value, text })),
  ];
  const eventNames = [...new Set([...(events ?? []).map(({ event_name }) => event_name), trigger.event_name ?? ''])];
  return (
    <Part title={builder.whenTitle} text={builder.whenText}>
      <div className="fields-row">
        <SelectField
          label={builder.kind}
          value={trigger.lifecycle ?? 'event'}
          choices={kinds}
          onChange={(kind) =>
            change({ trigger: kind === 'event' ? { event_name: '' } : { lifecycle: kind as Lifecycle } })
          }
        />
        {trigger.lifecycle === undefined && (
          <SelectField
            label={builder.event}
            fault={trigger.event_name === '' ? undefined : fault('#/trigger')}
            value={trigger.event_name ?? ''}
            choices={eventNames.sort().map((value) => ({ value, text: value === '' ? builder.chooseEvent : value }))}
            onChange={(event_name) => change({ trigger: { event_name } })}
          />
        )}
        {trigger.lifecycle === 'segment-entered' && (
          <SelectField
            label={builder.segment}
            fault={fault('#/trigger')}
            value={trigger.segment_id ?? ''}
            choices={[{ value: '', text: '—' }, ...choicesOf(names.segments)]}
            onChange={(segment_id) => change({ trigger: { lifecycle: 'segment-entered', segment_id } })}
          />
        )}
      </div>
    </Part>
  );
}

export function Audience({ draft, change }: PartProps): ReactNode {
  const { builder } = useWords();
  const names = useNames();
  const lists: [keyof Lists, string, Map<string, string>][] = [
    ['include_segments', builder.includeSegments, names.segments],
    ['exclude_segments', builder.excludeSegments, names.segments],
    ['require_optins', builder.requireOptins, names.optins],
    ['card_tiers', builder.cardTiers, names.tiers],
  ];
  const audience = draft.audience ?? {};
  return (
    <Part title={builder.whoTitle} text={builder.whoText}>
      <div className="halves">
        {lists
          .filter(([list, , known]) => known.size > 0 || (audience[list] ?? []).length > 0)
          .map(([list, text, known]) => (
            <fieldset key={list} className="choices">
              <legend>{text}</legend>
              {choicesOf(known).map(({ value, text: name }) => (
                <Check
                  key={value}
                  label={name}
                  checked={audience[list]?.includes(value) ?? false}
                  onChange={(checked) => {
                    const others = (audience[list] ?? []).filter((id) => id !== value);
                    change({ audience: { ...audience, [list]: checked ? [...others, value] : others } });
                  }}
                />
              ))}
            </fieldset>
          ))}
      </div>
    </Part>
  );
}

function choicesOf(names: Map<string, string>): Choice[] {
  return [...names].map(([value, text]) => ({ value, text }));
}
