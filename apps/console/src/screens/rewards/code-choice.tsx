import type { ReactNode } from 'react';
import { TextArea, TextField } from '../../design/controls/fields.js';
import { Segmented } from '../../design/controls/segmented.js';
import { useWords } from '../../words/use-words.js';
import { linesOf } from '../../design/controls/lines.js';

interface Codes {
  way: 'generate' | 'own';
  count: string;
  pattern: string;
  text: string;
}

export const noCodes: Codes = { way: 'generate', count: '1000', pattern: '', text: '' };

export function codesOf({ way, count, pattern, text }: Codes): {
  codes?: string[];
  generate?: { count: number; pattern?: string };
} {
  if (way === 'own') return { codes: linesOf(text) };
  return { generate: { count: Number(count), ...(pattern === '' ? {} : { pattern }) } };
}

/** New codes of a coupon: generated, or one's own. */
export function CodeChoice({ choice, onChange }: { choice: Codes; onChange: (choice: Codes) => void }): ReactNode {
  const { rewards } = useWords();
  return (
    <>
      <div>
        <Segmented
          label={rewards.codes}
          value={choice.way}
          choices={[
            { value: 'generate', text: rewards.generate },
            { value: 'own', text: rewards.ownCodes },
          ]}
          onChange={(way) => onChange({ ...choice, way })}
        />
      </div>
      {choice.way === 'generate' ? (
        <div className="fields-row">
          <TextField
            label={rewards.count}
            type="number"
            min={1}
            value={choice.count}
            onChange={(count) => onChange({ ...choice, count })}
          />
          <TextField
            label={rewards.pattern}
            hint={rewards.patternHint}
            placeholder="COFFEE-****-****"
            value={choice.pattern}
            onChange={(pattern) => onChange({ ...choice, pattern })}
          />
        </div>
      ) : (
        <TextArea
          label={rewards.ownCodes}
          hint={rewards.ownCodesHint}
          rows={6}
          value={choice.text}
          onChange={(text) => onChange({ ...choice, text })}
        />
      )}
    </>
  );
}
