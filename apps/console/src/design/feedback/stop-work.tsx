import type { ReactNode } from 'react';
import { useWords } from '../../words/use-words.js';
import { AskFirst } from './ask-first.js';
import { say } from './toasts.js';

/** Ends work that goes on without the browser. Nothing brings it back, so it asks first. */
export function StopWork({ run }: { run: () => Promise<unknown> }): ReactNode {
  const { common } = useWords();
  return (
    <AskFirst
      action={common.stop}
      size="small"
      look="plain"
      text={common.stopText}
      run={run}
      onDone={() => say(common.stopped)}
    />
  );
}
