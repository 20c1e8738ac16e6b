import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, type ReactNode } from 'react';
import { cel, completeCel } from './cel.js';
import type { EditorProps } from './editor-props.js';
import { completeJsonSchema } from './json-schema.js';

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.variableName], color: 'var(--info)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--text-faint)' },
]);

const look = EditorView.theme({
  '&': { color: 'var(--text)', fontSize: '13px', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontVariantLigatures: 'none', lineHeight: '20px', padding: '5px 0' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    background: 'var(--ground-raised)',
    color: 'var(--text)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '12.5px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent-solid)', color: '#fff' },
  '.cm-completionDetail': { marginLeft: '12px', fontStyle: 'normal', color: 'var(--text-soft)' },
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': { color: '#fff' },
  '.cm-placeholder': { color: 'var(--text-faint)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { background: 'var(--ground-active)' },
});

/**
 * CodeMirror in a shadow root, where its styles are constructed sheets: the page's policy admits no style element.
 * Tab leaves the editor after Escape, so nobody is caught in it.
 */
export function Editing(props: EditorProps & { describedBy: string | undefined }): ReactNode {
  const { value, language, schema, label } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const speaking = useRef(new Compartment());
  const change = useRef(props.onChange);
  change.current = props.onChange;
  useEffect(() => {
    const host = place.current;
    if (host === null) return undefined;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        extensions: [
          history(),
          bracketMatching(),
          closeBrackets(),
          indentOnInput(),
          syntaxHighlighting(colours),
          look,
          EditorView.lineWrapping,
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
          speaking.current.of([]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = undefined;
    };
  }, []);
  useEffect(() => {
    view.current?.dispatch({ effects: speaking.current.reconfigure(speak(language, schema, label)) });
  }, [language, schema, label]);
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  return <div ref={place} className="editor-place" />;
}

function speak(language: EditorProps['language'], schema: unknown, label: string): Extension {
  const named = EditorView.contentAttributes.of({ 'aria-label': label });
  if (language === 'cel') {
    return [named, cel, placeholder('event.amount >= 1000'), autocompletion({ override: [completeCel(schema)] })];
  }
  const json_ = [named, json(), linter(jsonParseLinter())];
  return language === 'json' ? json_ : [json_, autocompletion({ override: [completeJsonSchema] })];
}
