import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../design/controls/button.js';
import { TextField } from '../../../design/controls/fields.js';
import { useWords } from '../../../words/use-words.js';
import { moved, type Tier } from './card-draft.js';

const most = 50;

interface Props {
  tiers: readonly Tier[];
  onChange: (tiers: readonly Tier[]) => void;
  fault: (pointer: string) => string | undefined;
}

/** The tiers of a card definition in their order. New cards get the first one. */
export function Tiers({ tiers, onChange, fault }: Props): ReactNode {
  const { settings, common } = useWords();
  return (
    <fieldset className="choices">
      <legend>{settings.tiers}</legend>
      <p className="small soft">{settings.tiersHint}</p>
      {tiers.map((tier, index) => (
        <div key={index} className="effect">
          <TierFields
            tier={tier}
            pointer={`#/tiers/${index}`}
            fault={fault}
            onChange={(changed) => onChange(tiers.map((each, at) => (at === index ? changed : each)))}
          />
          <span className="row tight">
            <Button
              look="plain"
              size="small"
              aria-label={settings.moveUp(tier.name)}
              icon={<ArrowUp />}
              disabled={index === 0}
              onClick={() => onChange(moved(tiers, index, -1))}
            />
            <Button
              look="plain"
              size="small"
              aria-label={settings.moveDown(tier.name)}
              icon={<ArrowDown />}
              disabled={index === tiers.length - 1}
              onClick={() => onChange(moved(tiers, index, 1))}
            />
            <Button
              look="plain"
              size="small"
              aria-label={`${common.remove}: ${tier.name}`}
              icon={<Trash2 />}
              disabled={tiers.length === 1}
              onClick={() => onChange(tiers.filter((_, at) => at !== index))}
            />
          </span>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus />}
          disabled={tiers.length >= most}
          onClick={() => onChange([...tiers, { name: '' }])}
        >
          {settings.addTier}
        </Button>
      </div>
    </fieldset>
  );
}

interface TierProps {
  tier: Tier;
  pointer: string;
  onChange: (tier: Tier) => void;
  fault: Props['fault'];
}

function TierFields({ tier, pointer, onChange, fault }: TierProps): ReactNode {
  const { settings, common } = useWords();
  return (
    <div className="stack">
      <TextField
        label={common.name}
        value={tier.name}
        onChange={(name) => onChange({ ...tier, name })}
        fault={fault(`${pointer}/name`)}
      />
      <div className="fields-row">
        <TextField
          label={settings.tierImage}
          type="url"
          placeholder="https://"
          value={tier.image?.src ?? ''}
          onChange={(src) => onChange({ ...tier, image: { src, alt: tier.image?.alt || tier.name } })}
          fault={fault(`${pointer}/image/src`)}
        />
        <TextField
          label={settings.tierBackground}
          type="url"
          placeholder="https://"
          value={tier.background?.src ?? ''}
          onChange={(src) => onChange({ ...tier, background: { src, alt: tier.background?.alt ?? '' } })}
          fault={fault(`${pointer}/background/src`)}
        />
      </div>
    </div>
  );
}
