import type { ReactNode } from 'react';

const tokens = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Longer texts are shown without colours, which would make too many elements. */
const mostColoured = 60_000;

/** JSON, or any text, as it is. */
export function CodeBlock({ value, label }: { value: unknown; label: string }): ReactNode {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <pre className="code-block" tabIndex={0} role="region" aria-label={label}>
      {typeof value === 'string' || text.length > mostColoured ? text : coloured(text)}
    </pre>
  );
}

function coloured(json: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of json.matchAll(tokens)) {
    const [whole, text, colon] = found;
    parts.push(json.slice(end, found.index));
    const kind = text === undefined ? 'value' : colon === undefined ? 'text' : 'key';
    parts.push(
      <span key={found.index} className={kind}>
        {whole}
      </span>,
    );
    end = found.index + whole.length;
  }
  parts.push(json.slice(end));
  return parts;
}
