import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../design/controls/button.js';
import { SelectField, TextField } from '../../../design/controls/fields.js';
import { useWords } from '../../../words/use-words.js';
import type { Cap } from './draft.js';
import { Part, type PartProps } from './part.js';

type Window = Cap['window'];
const hour = 3_600;
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const units = ['day', 'week', 'month', 'year'] as const;

export function Limits({ draft, change, fault }: PartProps): ReactNode {
  const { builder, common } = useWords();
  const caps = draft.caps ?? [];
  const budget = draft.budget ?? {};
  const put = (index: number, cap: Cap): void => change({ caps: caps.map((each, at) => (at === index ? cap : each)) });
  const spend = (kind: 'coupons' | 'points', text: string): void => {
    const others = Object.fromEntries(Object.entries(budget).filter(([other]) => other !== kind));
    change({ budget: text === '' ? others : { ...others, [kind]: Number(text) } });
  };
  return (
    <Part title={builder.limitsTitle} text={builder.limitsText}>
      {caps.map((cap, index) => (
        <div key={index} className="effect">
          <CapFields cap={cap} put={(changed) => put(index, changed)} fault={fault(`#/caps/${index}`)} />
          <Button
            look="plain"
            aria-label={common.remove}
            icon={<Trash2 />}
            onClick={() => change({ caps: caps.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      <div>
        <Button
          icon={<Plus />}
          onClick={() => change({ caps: [...caps, { scope: 'user', max: 1, window: { type: 'total' } }] })}
        >
          {builder.addCap}
        </Button>
      </div>
      <div className="fields-row">
        <TextField
          label={builder.budgetCoupons}
          type="number"
          min={0}
          placeholder={common.unlimited}
          fault={fault('#/budget/coupons')}
          value={String(budget.coupons ?? '')}
          onChange={(text) => spend('coupons', text)}
        />
        <TextField
          label={builder.budgetPoints}
          type="number"
          min={0}
          placeholder={common.unlimited}
          fault={fault('#/budget/points')}
          value={String(budget.points ?? '')}
          onChange={(text) => spend('points', text)}
        />
      </div>
    </Part>
  );
}

function CapFields({ cap, put, fault }: { cap: Cap; put: (cap: Cap) => void; fault: string | undefined }): ReactNode {
  const { builder } = useWords();
  const { window } = cap;
  return (
    <div className="fields-row">
      <TextField
        label={builder.max}
        type="number"
        min={1}
        fault={fault}
        value={String(cap.max)}
        onChange={(text) => put({ ...cap, max: Number(text) })}
      />
      <SelectField
        label={builder.scope}
        value={cap.scope}
        choices={[
          { value: 'user', text: builder.perUser },
          { value: 'campaign', text: builder.perCampaign },
        ]}
        onChange={(scope) => put({ ...cap, scope: scope as 'user' })}
      />
      <SelectField
        label={builder.window}
        value={window.type}
        choices={[
          { value: 'total', text: builder.total },
          { value: 'rolling', text: builder.rolling },
          { value: 'calendar', text: builder.calendar },
        ]}
        onChange={(type) => put({ ...cap, window: windowOf(type) })}
      />
      {window.type === 'rolling' && (
        <TextField
          label={builder.hours}
          type="number"
          min={1}
          value={String(window.seconds / hour)}
          onChange={(text) => put({ ...cap, window: { type: 'rolling', seconds: Number(text) * hour } })}
        />
      )}
      {window.type === 'calendar' && (
        <>
          <SelectField
            label={builder.unit}
            value={window.unit}
            choices={units.map((value) => ({ value, text: builder.units[value] }))}
            onChange={(unit) => put({ ...cap, window: { ...window, unit: unit as 'day' } })}
          />
          <TextField
            label={builder.timezone}
            value={window.timezone}
            onChange={(timezone) => put({ ...cap, window: { ...window, timezone } })}
          />
        </>
      )}
    </div>
  );
}

function windowOf(type: string): Window {
  if (type === 'rolling') return { type, seconds: 24 * hour };
  return type === 'calendar' ? { type, unit: 'day', timezone: ownZone } : { type: 'total' };
}
