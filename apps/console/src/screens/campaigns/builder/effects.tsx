import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-api.js';
import { Button } from '../../../design/controls/button.js';
import { SelectField, TextField } from '../../../design/controls/fields.js';
import { Menu, MenuItem } from '../../../design/controls/menu.js';
import { useFormat, useWords } from '../../../words/use-words.js';
import type { Effect } from './draft.js';
import { Part, type PartProps } from './part.js';

const none = { value: '', text: '—' };
const fresh: Record<Effect['type'], Effect> = {
  claim_coupon: { type: 'claim_coupon', coupon_id: '' },
  transaction: { type: 'transaction', stack_id: '', value: '10' },
  ask_survey: { type: 'ask_survey', survey_id: '' },
};

export function Effects({ draft, change, fault }: PartProps): ReactNode {
  const { builder, common } = useWords();
  const { effects } = draft;
  const put = (index: number, effect: Effect): void =>
    change({ effects: effects.map((each, at) => (at === index ? effect : each)) });
  const kinds = ['claim_coupon', 'transaction', 'ask_survey'] as const;
  return (
    <Part title={builder.thenTitle} text={builder.thenText}>
      {effects.map((effect, index) => (
        <div key={index} className="effect">
          <div className="stack">
            <h3>{builder[effect.type]}</h3>
            <EffectFields effect={effect} put={(changed) => put(index, changed)} fault={fault(`#/effects/${index}`)} />
          </div>
          <Button
            look="plain"
            aria-label={common.remove}
            icon={<Trash2 />}
            onClick={() => change({ effects: effects.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      <div>
        <Menu trigger={<Button icon={<Plus />}>{builder.addEffect}</Button>}>
          {kinds.map((kind) => (
            <MenuItem key={kind} onClick={() => change({ effects: [...effects, fresh[kind]] })}>
              {builder[kind]}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </Part>
  );
}

interface EffectProps<Kind extends Effect> {
  effect: Kind;
  put: (effect: Effect) => void;
  fault: string | undefined;
}

function EffectFields({ effect, ...rest }: EffectProps<Effect>): ReactNode {
  switch (effect.type) {
    case 'claim_coupon':
      return <CouponFields effect={effect} {...rest} />;
    case 'transaction':
      return <PointsFields effect={effect} {...rest} />;
    case 'ask_survey':
      return <SurveyFields effect={effect} {...rest} />;
  }
}

function CouponFields({ effect, put, fault }: EffectProps<Effect & { type: 'claim_coupon' }>): ReactNode {
  const { builder } = useWords();
  const format = useFormat();
  const { data: coupons } = useRead('/api/1/admin/coupons');
  const choices = (coupons ?? []).map(({ id, title, available }) => ({
    value: id,
    text: `${title} · ${builder.available(format.number(available))}`,
  }));
  return (
    <SelectField
      label={builder.coupon}
      hint={coupons?.length === 0 ? builder.missingCoupon : undefined}
      fault={effect.coupon_id === '' ? undefined : fault}
      value={effect.coupon_id}
      choices={[none, ...choices]}
      onChange={(coupon_id) => put({ ...effect, coupon_id })}
    />
  );
}

function PointsFields({ effect, put, fault }: EffectProps<Effect & { type: 'transaction' }>): ReactNode {
  const { builder } = useWords();
  const { data: stacks } = useRead('/api/1/admin/stacks');
  const blocks = stacks?.find(({ id }) => id === effect.stack_id)?.blocks ?? [];
  return (
    <div className="fields-row">
      <SelectField
        label={builder.stack}
        value={effect.stack_id}
        choices={[none, ...(stacks ?? []).map(({ id, name }) => ({ value: id, text: name }))]}
        onChange={(stack_id) => put({ type: 'transaction', stack_id, value: effect.value })}
      />
      {blocks.length > 1 && (
        <SelectField
          label={builder.block}
          value={effect.block_id ?? blocks[0]?.id ?? ''}
          choices={blocks.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={(block_id) => put({ ...effect, block_id })}
        />
      )}
      <TextField
        label={builder.value}
        hint={builder.valueHint}
        fault={effect.stack_id === '' ? undefined : fault}
        className="input mono"
        value={String(effect.value)}
        onChange={(value) => put({ ...effect, value })}
      />
    </div>
  );
}

function SurveyFields({ effect, put, fault }: EffectProps<Effect & { type: 'ask_survey' }>): ReactNode {
  const { builder } = useWords();
  const { data: surveys } = useRead('/api/1/admin/surveys');
  return (
    <SelectField
      label={builder.survey}
      fault={effect.survey_id === '' ? undefined : fault}
      value={effect.survey_id}
      choices={[none, ...(surveys ?? []).map(({ id, title }) => ({ value: id, text: title }))]}
      onChange={(survey_id) => put({ ...effect, survey_id })}
    />
  );
}
