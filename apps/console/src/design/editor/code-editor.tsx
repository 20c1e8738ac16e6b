import { lazy, Suspense, type ReactNode } from 'react';
import { Field } from '../controls/fields.js';
import type { EditorProps } from './editor-props.js';

const Editing = lazy(async () => ({ default: (await import('./editing.js')).Editing }));

/** A text of code. The editor is large, so it is loaded when it is first shown; until then the text is a plain one. */
export function CodeEditor(props: EditorProps): ReactNode {
  const { label, hint, fault, value, lines = 6 } = props;
  const height = `${lines * 20 + 18}px`;
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ties) => (
        <div className="editor" style={{ minHeight: height }} id={ties.id}>
          <Suspense fallback={<pre className="editor-wait">{value}</pre>}>
            <Editing {...props} describedBy={fault} />
          </Suspense>
        </div>
      )}
    </Field>
  );
}
