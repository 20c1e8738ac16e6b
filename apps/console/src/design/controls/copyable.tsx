import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWords } from '../../words/use-words.js';

/** An id or a secret that a click copies. */
export function Copyable({ text, shown }: { text: string; shown?: string | undefined }): ReactNode {
  const { common } = useWords();
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => {
        setCopied(false);
      }, 1_500);
    });
  };
  return (
    <button
      type="button"
      className="copyable"
      title={copied ? common.copied : common.copy}
      onClick={(event) => {
        event.stopPropagation();
        copy();
      }}
    >
      <code>{shown ?? text}</code>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span className="hidden-text" role="status">
        {copied ? common.copied : ''}
      </span>
    </button>
  );
}
